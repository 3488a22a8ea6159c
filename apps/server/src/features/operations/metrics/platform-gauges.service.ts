import { Injectable } from '@nestjs/common';
import { healthStates, type HealthCheckName, type HealthFact } from '@clusterdesk/contracts';
import { Gauge, Registry } from 'prom-client';
import type { Findings } from '../health/platform-health.service.js';
import { PlatformHealth } from '../health/platform-health.service.js';

const disks = {
  files: 'filesDisk',
  data: 'dataDisk',
  backups: 'backupDisk',
} as const satisfies Record<string, HealthCheckName>;

type Set = (labels: Record<string, string>, value: number | undefined) => void;

/** How the whole platform is, as gauges; what the health page has just been told is not looked at again. */
@Injectable()
export class PlatformGauges {
  readonly registry = new Registry();

  constructor(private readonly health: PlatformHealth) {
    this.gauge(
      'clusterdesk_health_state',
      'State of each part of the platform: 0 ok, 1 unknown, 2 warning, 3 failed.',
      ['check'],
      (set, { found }) =>
        found.forEach(({ state }, check) => set({ check }, healthStates.indexOf(state))),
    );
    this.gauge('clusterdesk_workers', 'Workers that are connected.', [], (set, findings) =>
      set({}, factOf(findings, 'workers', 'workers')),
    );
    this.gauge(
      'clusterdesk_tasks_oldest_waiting_seconds',
      'How long the oldest task has been waiting.',
      [],
      (set, findings) => set({}, factOf(findings, 'tasks', 'oldestWaitingSeconds')),
    );
    this.gauge('clusterdesk_agents', 'Agents, by state.', ['state'], (set, findings) => {
      set({ state: 'online' }, factOf(findings, 'agents', 'online'));
      set({ state: 'offline' }, factOf(findings, 'agents', 'offline'));
    });
    for (const [name, fact, help] of [
      ['clusterdesk_disk_free_bytes', 'freeBytes', 'Free bytes of the disk of each folder.'],
      [
        'clusterdesk_disk_reserve_bytes',
        'reserveBytes',
        'Bytes that stay free on the disk of each folder: uploads are refused below.',
      ],
    ] as const) {
      this.gauge(name, help, ['disk'], (set, findings) => {
        for (const [disk, check] of Object.entries(disks)) {
          set({ disk }, factOf(findings, check, fact));
        }
      });
    }
    this.gauge(
      'clusterdesk_backup_success_timestamp_seconds',
      'When the last backup ended that is whole; absent while there is none.',
      [],
      (set, findings) => set({}, seconds(factOf(findings, 'backup', 'lastBackupTime'))),
    );
    this.gauge(
      'clusterdesk_backup_proof_timestamp_seconds',
      'When a backup last proved to come back; absent while none has.',
      [],
      (set, findings) => set({}, seconds(factOf(findings, 'backupProof', 'provedTime'))),
    );
    this.gauge(
      'clusterdesk_licence_end_timestamp_seconds',
      'When the licence ends, or ended; absent without one that can be checked.',
      [],
      (set, findings) => set({}, seconds(factOf(findings, 'licence', 'endTime'))),
    );
    this.gauge(
      'clusterdesk_broken_settings',
      'Stored settings whose value breaks its rule.',
      [],
      (set, findings) => set({}, factOf(findings, 'settings', 'brokenValues')),
    );
  }

  private gauge(
    name: string,
    help: string,
    labelNames: string[],
    collect: (set: Set, findings: Findings) => void,
  ): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect: async () => {
        const findings = await this.health.look();
        // What is not known has no value, neither an old one nor the 0 of a gauge without labels.
        gauge.reset();
        if (labelNames.length === 0) {
          gauge.remove();
        }
        collect((labels, value) => {
          if (value !== undefined) {
            gauge.set(labels, value);
          }
        }, findings);
      },
    });
  }
}

const factOf = ({ found }: Findings, check: HealthCheckName, fact: HealthFact) =>
  found.get(check)?.facts[fact];

const seconds = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.round(ms / 1_000);
