import { type DiskHealth, diskHealthSchema, lowAttributesMax } from '@clusterdesk/contracts';
import { z } from 'zod';

/** `smartctl` ends with it for a disk that sleeps (`-n standby,3`), and for nothing else, as its manual says. */
export const asleepStatus = 3;

/** Fields of other types than they should be count as absent: disks, bridges and versions of the program differ. */
const lax = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const text = lax(z.string());
const number = lax(z.number());
const said = lax(z.object({ value: number, string: text, passed: lax(z.boolean()) }));
const listOf = <Schema extends z.ZodType>(item: Schema) =>
  lax(z.object({ table: lax(z.array(lax(item))) }));

const ataSelfTests = listOf(z.object({ type: said, status: said, lifetime_hours: number }));
const scsiErrors = lax(z.object({ total_uncorrected_errors: number }));

/** What is read of its answer for a disk (`smartctl --json`, since version 7.0). */
const answerSchema = z.object({
  smartctl: z.object({
    exit_status: number,
    messages: lax(z.array(lax(z.object({ string: text })))),
  }),
  device: lax(z.object({ protocol: text })),
  model_name: text,
  scsi_model_name: text,
  serial_number: text,
  user_capacity: lax(z.object({ bytes: number })),
  nvme_total_capacity: number,
  smart_support: lax(z.object({ available: lax(z.boolean()) })),
  smart_status: lax(z.object({ passed: lax(z.boolean()) })),
  temperature: lax(z.object({ current: number })),
  power_on_time: lax(z.object({ hours: number })),
  endurance_used: lax(z.object({ current_percent: number })),
  ata_smart_attributes: listOf(
    z.object({
      id: z.number(),
      name: text,
      value: number,
      thresh: number,
      when_failed: text,
      raw: said,
    }),
  ),
  ata_smart_self_test_log: lax(z.object({ standard: ataSelfTests, extended: ataSelfTests })),
  nvme_smart_health_information_log: lax(
    z.object({ percentage_used: number, media_errors: number }),
  ),
  nvme_self_test_log: listOf(
    z.object({ self_test_code: said, self_test_result: said, power_on_hours: number }),
  ),
  scsi_grown_defect_list: number,
  scsi_percentage_used_endurance_indicator: number,
  scsi_error_counter_log: lax(
    z.object({ read: scsiErrors, write: scsiErrors, verify: scsiErrors }),
  ),
  scsi_self_test_0: lax(
    z.object({ code: said, result: said, power_on_time: lax(z.object({ hours: number })) }),
  ),
});
type Answer = z.infer<typeof answerSchema>;

const types: Readonly<Record<string, DiskHealth['type']>> = {
  ATA: 'ata',
  NVMe: 'nvme',
  SCSI: 'scsi',
};

const countOf = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
const within = (value: number | undefined, least: number, most: number): number | undefined =>
  value !== undefined && value >= least && value <= most ? value : undefined;
const cut = (value: string | undefined, length: number): string | undefined =>
  value?.trim().slice(0, length) || undefined;

/** Attributes that say how much of an SSD's life is left, by number and a part of their name: others use the numbers for other things. */
const lifeLeft: Readonly<Record<number, RegExp>> = {
  177: /wear_?level/iu,
  231: /life_?left/iu,
  233: /wearout/iu,
};

function readAttributes({ ata_smart_attributes: log }: Answer): Partial<DiskHealth> {
  const attributes = (log?.table ?? []).filter((one) => one !== undefined);
  const rawOf = (id: number): number | undefined => {
    const raw = attributes.find((one) => one.id === id)?.raw;
    // The number may hold more than the count; the text begins with it.
    const first = Number.parseInt(raw?.string ?? '', 10);
    return countOf(Number.isNaN(first) ? raw?.value : first);
  };
  const left = attributes.find(({ id, name = '' }) => lifeLeft[id]?.test(name))?.value;
  const low = attributes
    .filter(
      ({ value, thresh = 0, when_failed: failed = '' }) =>
        failed !== '' || (thresh > 0 && value !== undefined && value <= thresh),
    )
    .map(({ id, name, value = 0, thresh = 0 }) => ({
      ...{ id, name: cut(name, 64) ?? String(id) },
      ...{ value, threshold: thresh },
    }))
    .slice(0, lowAttributesMax);
  return {
    reallocated: rawOf(5),
    pending: rawOf(197),
    uncorrectable: rawOf(198),
    wear: left === undefined || left > 100 ? undefined : within(100 - left, 0, 100),
    ...(attributes.length > 0 && { lowAttributes: low }),
  };
}

/** Results of self-tests of NVMe (4 bits) and SCSI: 0 is well, some say that it was broken off or runs. */
const nvmeUntold: ReadonlySet<number> = new Set([1, 2, 3, 4, 8, 9, 15]);
const scsiUntold: ReadonlySet<number> = new Set([1, 2, 15]);
const passedOf = (value: number | undefined, untold: ReadonlySet<number>): { passed?: boolean } =>
  value === undefined || untold.has(value) ? {} : { passed: value === 0 };

function readSelfTest(answer: Answer): DiskHealth['selfTest'] {
  const { ata_smart_self_test_log: ata, scsi_self_test_0: scsi } = answer;
  const ofAta = (ata?.standard ?? ata?.extended)?.table?.[0];
  const ofNvme = answer.nvme_self_test_log?.table?.[0];
  const told = ofAta
    ? {
        ...{ type: ofAta.type, result: ofAta.status, hours: ofAta.lifetime_hours },
        // The upper four bits say how it ended: 1 and 2 broken off, 15 under way.
        isOver: ![1, 2, 15].includes((ofAta.status?.value ?? 0) >> 4),
      }
    : ofNvme
      ? {
          ...{ type: ofNvme.self_test_code, result: ofNvme.self_test_result },
          ...{ hours: ofNvme.power_on_hours, untold: nvmeUntold },
        }
      : scsi && {
          ...{ type: scsi.code, result: scsi.result },
          ...{ hours: scsi.power_on_time?.hours, untold: scsiUntold },
        };
  const [type, result] = [cut(told?.type?.string, 64), cut(told?.result?.string, 128)];
  if (!told || type === undefined || result === undefined) {
    return undefined;
  }
  const passed =
    'untold' in told
      ? passedOf(told.result?.value, told.untold)
      : told.isOver && told.result?.passed !== undefined
        ? { passed: told.result.passed }
        : {};
  return { type, result, ...passed, powerOnHours: countOf(told.hours) };
}

/** Reads that gave nothing, of a disk of SCSI since it was made; absent where it counts none of them. */
function readScsiErrors({ scsi_error_counter_log: log }: Answer): number | undefined {
  const counts = [log?.read, log?.write, log?.verify].flatMap(
    (kind) => countOf(kind?.total_uncorrected_errors) ?? [],
  );
  return counts.length === 0 ? undefined : countOf(counts.reduce((sum, one) => sum + one, 0));
}

/** Why a disk tells nothing, by the words of the program; undefined: it tells. */
function problemOf(answer: Answer): DiskHealth['problem'] {
  const { exit_status: status = 0, messages = [] } = answer.smartctl;
  const words = messages.map((message) => message?.string ?? '').join('\n');
  if (status === asleepStatus || /\bin (STANDBY|SLEEP)\b/u.test(words)) {
    return 'asleep';
  }
  if (/permission denied|operation not permitted/iu.test(words)) {
    return 'notPermitted';
  }
  // It could not open the disk, or does not know how to ask it.
  if ((status & 3) !== 0 || answer.smart_support?.available === false) {
    return 'unsupported';
  }
  return undefined;
}

/**
 * Reads what `smartctl --json` says of one disk.
 *
 * @param printed null: nothing, or nothing in time
 */
export function parseDisk(name: string, printed: string | null): DiskHealth {
  const noAnswer: DiskHealth = { name, problem: 'noAnswer' };
  const answer = answerSchema.safeParse(readJson(printed)).data;
  if (!answer) {
    return noAnswer;
  }
  const problem = problemOf(answer);
  const passed = answer.smart_status?.passed;
  const attributes = readAttributes(answer);
  const nvme = answer.nvme_smart_health_information_log;
  const serial = cut(answer.serial_number, 128);
  const disk = {
    name,
    ...(problem && { problem }),
    model: cut(answer.model_name ?? answer.scsi_model_name, 64),
    // A short one would be told whole.
    serialEnd: serial !== undefined && serial.length >= 8 ? serial.slice(-4) : undefined,
    type: types[answer.device?.protocol ?? ''],
    sizeBytes: countOf(answer.user_capacity?.bytes ?? answer.nvme_total_capacity),
    health: passed === undefined ? undefined : passed ? 'passed' : 'failed',
    temperature: within(answer.temperature?.current, -273, 1_000),
    powerOnHours: countOf(answer.power_on_time?.hours),
    ...attributes,
    wear: within(
      answer.endurance_used?.current_percent ??
        nvme?.percentage_used ??
        answer.scsi_percentage_used_endurance_indicator ??
        attributes.wear,
      0,
      255,
    ),
    reallocated: attributes.reallocated ?? countOf(answer.scsi_grown_defect_list),
    uncorrectable:
      attributes.uncorrectable ?? countOf(nvme?.media_errors) ?? readScsiErrors(answer),
    selfTest: readSelfTest(answer),
  };
  const told = Object.entries(disk).filter(([, value]) => value !== undefined);
  // What the protocol does not allow must not keep the server from the rest of the report.
  return diskHealthSchema.safeParse(Object.fromEntries(told)).data ?? noAnswer;
}

const scanSchema = z.object({
  smartctl: z.object({ exit_status: z.number() }),
  /** Left out where there are none. */
  devices: z.array(lax(z.object({ name: z.string(), type: text }))).optional(),
});

/** A disk to ask: what it is called, and how the program finds it. */
export interface FoundDisk {
  name: string;
  args: string[];
}

const plainDisk = /^\/dev\/(?<name>sd[a-z]{1,3}|hd[a-z]|nvme\d{1,3}(n\d{1,3})?)$/u;
const raidBus = /^\/dev\/(?<name>bus\/\d{1,3})$/u;
const raidDisk = /^(sat\+)?megaraid,\d{1,3}$/u;

/**
 * Reads what `smartctl --scan --json` says; null: nothing that can be read. Names that are none of physical disks are left out. How to
 * ask a disk is for the program to find, but behind a RAID controller, where the type says which one is meant.
 */
export function parseScan(printed: string | null): FoundDisk[] | null {
  const found = scanSchema.safeParse(readJson(printed)).data;
  if (!found) {
    return null;
  }
  return (found.devices ?? []).flatMap((device) => {
    const { name = '', type = '' } = device ?? {};
    const plain = plainDisk.exec(name)?.groups?.['name'];
    const bus = raidDisk.test(type) ? raidBus.exec(name)?.groups?.['name'] : undefined;
    return plain !== undefined
      ? { name: plain, args: [name] }
      : bus !== undefined
        ? { name: `${bus} ${type}`, args: ['-d', type, name] }
        : [];
  });
}

function readJson(printed: string | null): unknown {
  try {
    return JSON.parse(printed ?? '');
  } catch {
    return undefined;
  }
}
