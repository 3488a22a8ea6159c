import { CreatePlatform2026112009000 } from './202611200900-create-platform.js';
import { CreateIdentity2026112009100 } from './202611200910-create-identity.js';
import { CreateCluster2026112009200 } from './202611200920-create-cluster.js';
import { CreateTransfer2026112009400 } from './202611200940-create-transfer.js';
import { NoteSilence2026112023000 } from './202611202300-note-silence.js';
import { SecureIdentity2026112023100 } from './202611202310-secure-identity.js';
import { ReserveUploads2026112100400 } from './202611210040-reserve-uploads.js';
import { CancelPackages2026112100450 } from './202611210045-cancel-packages.js';
import { CreateCopies2026112100500 } from './202611210050-create-copies.js';
import { CreateDiskAccounts2026112100550 } from './202611210055-create-disk-accounts.js';
import { RenameLimits2026112112000 } from './202611211200-rename-limits.js';
import { NameAuditTargets2026112112100 } from './202611211210-name-audit-targets.js';
import { CreateNotifications2026112112200 } from './202611211220-create-notifications.js';
import { OpenComputeBackends2026112120100 } from './202611212010-open-compute-backends.js';
import { KeySpaces2026112120110 } from './202611212011-key-spaces.js';
import { AddPermissionKeys2026112120120 } from './202611212012-add-permission-keys.js';
import { CreateLiveLog2026112120150 } from './202611212015-create-live-log.js';
import { MakeLeavingDurable2026112120200 } from './202611212020-make-leaving-durable.js';
import { TieCodesToSessions2026112120300 } from './202611212030-tie-codes-to-sessions.js';
import { CreateMenuIcons2026112120400 } from './202611212040-create-menu-icons.js';
import { NoteAgentConnection2026112121100 } from './202611212110-note-agent-connection.js';
import { LimitJobTime2026112121200 } from './202611212120-limit-job-time.js';
import { MarkBuiltInRoles2026112205000 } from './202611220500-mark-built-in-roles.js';
import { CreateRecentFiles2026112205010 } from './202611220501-create-recent-files.js';
import { NoteSignIns2026112205020 } from './202611220502-note-sign-ins.js';
import { IndexLogFilters2026112205040 } from './202611220504-index-log-filters.js';
import { CreateFetchTickets2026112209100 } from './202611220910-create-fetch-tickets.js';
import { NumberUsers2026112212500 } from './202611221250-number-users.js';
import { EndVerificationCodes2026112213100 } from './202611221310-end-verification-codes.js';
import { KeepNodeProtections2026112213200 } from './202611221320-keep-node-protections.js';
import { RefuseTwinNames2026112213450 } from './202611221345-refuse-twin-names.js';
import { FreeCpusEarly2026112213500 } from './202611221350-free-cpus-early.js';
import { ProveAgents2026112213570 } from './202611221357-prove-agents.js';
import { BoundJobTime2026112214050 } from './202611221405-bound-job-time.js';
import { ChooseJobNetworks2026112214350 } from './202611221435-choose-job-networks.js';
import { CountUsersInRows2026112215000 } from './202611221500-count-users-in-rows.js';
import { CompareNamesAsShown2026112215100 } from './202611221510-compare-names-as-shown.js';
import { CreateShares2026112221300 } from './202611222130-create-shares.js';
import { GiveBackUses2026112222400 } from './202611222240-give-back-uses.js';
import { CreateProjects2026112301500 } from './202611230150-create-projects.js';
import { ManageNodes2026112319000 } from './202611231900-manage-nodes.js';
import { PartitionMetrics2026112322000 } from './202611232200-partition-metrics.js';
import { CreateApplications2026112322150 } from './202611232215-create-applications.js';
import { CreateNodeAlerts2026112322300 } from './202611232230-create-node-alerts.js';
import { SecureDesktops2026112610300 } from './202611261030-secure-desktops.js';
import { HangEntriesOnFolders2026112610400 } from './202611261040-hang-entries-on-folders.js';
import { AgeApplications2026112610550 } from './202611261055-age-applications.js';
import { OpenOneTarget2026112611000 } from './202611261100-open-one-target.js';
import { GatherNotifications2026112611100 } from './202611261110-gather-notifications.js';
import { CountChunksInBits2026112611500 } from './202611261150-count-chunks-in-bits.js';
import { KeepFileTimes2026112611510 } from './202611261151-keep-file-times.js';
import { VersionProjectRights2026112612300 } from './202611261230-version-project-rights.js';
import { KnowApplicationsAgain2026112612310 } from './202611261231-know-applications-again.js';
import { IndexLists2026112612320 } from './202611261232-index-lists.js';
import { StoreNameKeys2026112616000 } from './202611261600-store-name-keys.js';
import { NoteNodeHosts2026112616010 } from './202611261601-note-node-hosts.js';
import { IndexLevelsByNode2026112616020 } from './202611261602-index-levels-by-node.js';
import { PlanJobsByTime2026112616100 } from './202611261610-plan-jobs-by-time.js';
import { TimeMeasurings2026112616400 } from './202611261640-time-measurings.js';
import { CreateDueWork2026112700010 } from './202611270001-create-due-work.js';
import { AverageAtOnce2026112713000 } from './202611271300-average-at-once.js';
import { DropLiveEvents2026112720100 } from './202611272010-drop-live-events.js';
import { ListOwnDesktops2026112722300 } from './202611272230-list-own-desktops.js';
import { KeepRefusals2026112800300 } from './202611280030-keep-refusals.js';
import { SaveScripts2026112801000 } from './202611280100-save-scripts.js';
import { ManageQueues2026112801100 } from './202611280110-manage-queues.js';
import { ChainJobs2026112801200 } from './202611280120-chain-jobs.js';
import { ReserveMemory2026112801300 } from './202611280130-reserve-memory.js';
import { PlaceJobsOnSlurm2026112802100 } from './202611280210-place-jobs-on-slurm.js';
import { WorkInProjects2026112803000 } from './202611280300-work-in-projects.js';
import { PlanProjectJobs2026112803010 } from './202611280301-plan-project-jobs.js';
import { KnowJobResults2026112803100 } from './202611280310-know-job-results.js';
import { DrawJobGraphs2026112803200 } from './202611280320-draw-job-graphs.js';
import { TimeJobOutput2026112803300 } from './202611280330-time-job-output.js';
import { TakeBackups2026112900100 } from './202611290010-take-backups.js';
import { NoteSettingChanges2026112900200 } from './202611290020-note-setting-changes.js';
import { PermitDownloads2026112900300 } from './202611290030-permit-downloads.js';
import { KeepLicence2026112900400 } from './202611290040-keep-licence.js';
import { ProveBackups2026112900500 } from './202611290050-prove-backups.js';
import { KeepBackups2026112900700 } from './202611290070-keep-backups.js';
import { WatchHealth2026112900900 } from './202611290090-watch-health.js';
import { FindWhatWaits2026112901300 } from './202611290130-find-what-waits.js';
import { TellUpgrades2026112901400 } from './202611290140-tell-upgrades.js';
import { CountLeftOut2026112901500 } from './202611290150-count-left-out.js';
import { NoteProjectChanges2026113000100 } from './202611300100-note-project-changes.js';
import { ShareToView2026113002000 } from './202611300200-share-to-view.js';
import { KeepHostFigures2026113003000 } from './202611300300-keep-host-figures.js';
import { KeepVersions2026113005000 } from './202611300500-keep-versions.js';
import { MarkFavourites2026113006000 } from './202611300600-mark-favourites.js';
import { UnpackArchives2026113007000 } from './202611300700-unpack-archives.js';
import { ChooseNotices2026113008000 } from './202611300800-choose-notices.js';
import { FindJobsOfHosts2026113009100 } from './202611300910-find-jobs-of-hosts.js';
import { CommentOnEntries2026113009200 } from './202611300920-comment-on-entries.js';
import { KeepDiskHealth2026113011000 } from './202611301100-keep-disk-health.js';
import { FindPrograms2026113011100 } from './202611301110-find-programs.js';
import { LetVisitorsAdd2026113012000 } from './202611301200-let-visitors-add.js';
import { LetTasksActOnEntries2026113013000 } from './202611301300-let-tasks-act-on-entries.js';
import { NameFailingDisks2026113013100 } from './202611301310-name-failing-disks.js';

/** The one ordered list. A class name ends in its file's number and a 0: TypeORM reads 13 digits. */
export const migrations = [
  CreatePlatform2026112009000,
  CreateIdentity2026112009100,
  CreateCluster2026112009200,
  CreateTransfer2026112009400,
  NoteSilence2026112023000,
  SecureIdentity2026112023100,
  ReserveUploads2026112100400,
  CancelPackages2026112100450,
  CreateCopies2026112100500,
  CreateDiskAccounts2026112100550,
  RenameLimits2026112112000,
  NameAuditTargets2026112112100,
  CreateNotifications2026112112200,
  OpenComputeBackends2026112120100,
  KeySpaces2026112120110,
  AddPermissionKeys2026112120120,
  CreateLiveLog2026112120150,
  MakeLeavingDurable2026112120200,
  TieCodesToSessions2026112120300,
  CreateMenuIcons2026112120400,
  NoteAgentConnection2026112121100,
  LimitJobTime2026112121200,
  MarkBuiltInRoles2026112205000,
  CreateRecentFiles2026112205010,
  NoteSignIns2026112205020,
  IndexLogFilters2026112205040,
  CreateFetchTickets2026112209100,
  NumberUsers2026112212500,
  EndVerificationCodes2026112213100,
  KeepNodeProtections2026112213200,
  RefuseTwinNames2026112213450,
  FreeCpusEarly2026112213500,
  ProveAgents2026112213570,
  BoundJobTime2026112214050,
  ChooseJobNetworks2026112214350,
  CountUsersInRows2026112215000,
  CompareNamesAsShown2026112215100,
  CreateShares2026112221300,
  GiveBackUses2026112222400,
  CreateProjects2026112301500,
  ManageNodes2026112319000,
  PartitionMetrics2026112322000,
  CreateApplications2026112322150,
  CreateNodeAlerts2026112322300,
  SecureDesktops2026112610300,
  HangEntriesOnFolders2026112610400,
  AgeApplications2026112610550,
  OpenOneTarget2026112611000,
  GatherNotifications2026112611100,
  CountChunksInBits2026112611500,
  KeepFileTimes2026112611510,
  VersionProjectRights2026112612300,
  KnowApplicationsAgain2026112612310,
  IndexLists2026112612320,
  StoreNameKeys2026112616000,
  NoteNodeHosts2026112616010,
  IndexLevelsByNode2026112616020,
  PlanJobsByTime2026112616100,
  TimeMeasurings2026112616400,
  CreateDueWork2026112700010,
  AverageAtOnce2026112713000,
  DropLiveEvents2026112720100,
  ListOwnDesktops2026112722300,
  KeepRefusals2026112800300,
  SaveScripts2026112801000,
  ManageQueues2026112801100,
  ChainJobs2026112801200,
  ReserveMemory2026112801300,
  PlaceJobsOnSlurm2026112802100,
  WorkInProjects2026112803000,
  PlanProjectJobs2026112803010,
  KnowJobResults2026112803100,
  DrawJobGraphs2026112803200,
  TimeJobOutput2026112803300,
  TakeBackups2026112900100,
  NoteSettingChanges2026112900200,
  PermitDownloads2026112900300,
  KeepLicence2026112900400,
  ProveBackups2026112900500,
  KeepBackups2026112900700,
  WatchHealth2026112900900,
  FindWhatWaits2026112901300,
  TellUpgrades2026112901400,
  CountLeftOut2026112901500,
  NoteProjectChanges2026113000100,
  ShareToView2026113002000,
  KeepHostFigures2026113003000,
  KeepVersions2026113005000,
  MarkFavourites2026113006000,
  UnpackArchives2026113007000,
  ChooseNotices2026113008000,
  FindJobsOfHosts2026113009100,
  CommentOnEntries2026113009200,
  KeepDiskHealth2026113011000,
  FindPrograms2026113011100,
  LetVisitorsAdd2026113012000,
  LetTasksActOnEntries2026113013000,
  NameFailingDisks2026113013100,
] as const;
