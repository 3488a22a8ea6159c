import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { readCommandLine } from '../support/platform/host-processes.js';
import {
  chooseInMenu,
  chooseOption,
  newVisitor,
  signInAt,
  takePicture,
  type Visitor,
} from '../support/browser/browser.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { mostCpus, readLog, waitAt } from '../support/browser/job-calls.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let client: ApiClient;
/** Two windows of one user: one submits and looks at a job, the other keeps the list in view. */
let visitor: Visitor;
let list: Page;

beforeAll(async () => {
  client = await platform.signIn();
  visitor = await newVisitor(browser, platform);
  await signInAt(visitor.page, '/taskManangement');
  list = await visitor.context.newPage();
  await list.goto('/taskManangement');
  await list.getByText('还没有任务').waitFor();
});

/** Submits by the form, and is on the job's page then. */
async function submit(name: string, script: string, cpus = 1): Promise<string> {
  const { page } = visitor;
  await page.goto('/editTask');
  await page.getByLabel('任务名称').fill(name);
  await page.getByText(/单个节点最多 \d+ 核/).waitFor();
  await page.getByLabel('CPU 核数').fill(String(cpus));
  await scriptField().fill(script);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/taskManangement?jobId=*');
  return new URL(page.url()).searchParams.get('jobId') ?? '';
}

/** The script's editor; what it holds, without the end of the last line. */
const scriptField = (): Locator => visitor.page.getByRole('textbox', { name: '脚本' });
const scriptText = async (): Promise<string> => (await scriptField().innerText()).trimEnd();
const rowOf = (name: string): Locator => list.getByRole('row').filter({ hasText: name });
const statusIn = (place: Locator): Promise<string | null> =>
  place.locator('[data-status]').getAttribute('data-status', { timeout: 1_000 });
/** Waits for a status in a page; a failure says what was there instead, and what the platform knew. */
async function shows(place: Locator, status: string, timeoutMs = 20_000): Promise<void> {
  let seen: string | null = null;
  const isThere = async (): Promise<boolean> => (seen = await statusIn(place)) === status;
  try {
    await waitFor(`${status} in the page`, isThere, timeoutMs);
  } catch (error) {
    const { result } = await client.expectOk(endpoints.jobs.list, {});
    const known = `${JSON.stringify(result[0])}\n${await list.locator('body').innerText()}`;
    const message = `${String(error)} Seen: ${seen}\n${known}\n${platform.readLogs()}`;
    throw new Error(message, { cause: error });
  }
}
const head = (): Locator => visitor.page.getByRole('region', { name: '任务信息' });
const facts = (): Locator => visitor.page.getByRole('region', { name: '任务详情' });
const output = (): Locator => visitor.page.getByRole('log');

const open = (gate: string): void =>
  writeFileSync(join(platform.dataDir, 'files/home/admin', `gate-${gate}`), '');

describe('jobs', () => {
  test('states appear live in the list: PENDING, RUNNING, COMPLETED', async () => {
    const all = await mostCpus(client);
    await submit('first_one', waitAt('one'), all);
    await submit('second_one', waitAt('two'), all);
    await shows(rowOf('first_one'), 'RUNNING');
    await shows(rowOf('second_one'), 'PENDING');
    open('one');
    await shows(rowOf('second_one'), 'RUNNING');
    const before = await rowOf('second_one').innerText();
    await waitFor('the work time to count', async () => {
      return (await rowOf('second_one').innerText()) !== before;
    });
    open('two');
    await shows(rowOf('second_one'), 'COMPLETED');
    await shows(rowOf('first_one'), 'COMPLETED');
  });

  test('output streams into the page while the job runs', async () => {
    await submit('streaming', `echo "第 1 行"; ${waitAt('line')}; echo "第 2 行"`);
    await output().getByText('第 1 行').waitFor();
    expect(await statusIn(head())).toBe('RUNNING');
    expect(await output().getByText('第 2 行').count()).toBe(0);
    await takePicture(visitor.page, 'job-running');
    open('line');
    await output().getByText('第 2 行').waitFor();
    await shows(head(), 'COMPLETED');
    await visitor.page.getByText('输出已结束 · 2 行').waitFor();
  });

  test('an exit code other than 0 shows as failed, with the code', async () => {
    await submit('failing', 'echo "no luck" >&2; exit 3');
    await shows(head(), 'FAILED');
    await head().getByText('失败（退出码 3）', { exact: true }).waitFor();
    await facts().getByText('CPU 时间').waitFor();
    await output().getByText('no luck').waitFor();
    await shows(rowOf('failing'), 'FAILED');
    expect(await rowOf('failing').innerText()).toContain('失败（退出码 3）');
  });

  test('a stop from the list ends everything that the job started', async () => {
    // Nobody else sleeps exactly this long, so the processes can be told.
    const seconds = `86${String(process.pid).padStart(7, '0')}`;
    const running = (): number =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .filter((pid) => readCommandLine(Number(pid)).join(' ') === `sleep ${seconds}`).length;
    const jobId = await submit(
      'endless',
      `sleep ${seconds} & (trap '' TERM; sleep ${seconds}) & echo started; wait`,
    );
    await output().getByText('started').waitFor();
    await waitFor('both processes', () => running() >= 2);
    await rowOf('endless').getByRole('button', { name: '停止 endless' }).click();
    await list.getByRole('dialog').getByRole('button', { name: '停止' }).click();
    await shows(rowOf('endless'), 'CANCELLED');
    await shows(head(), 'CANCELLED');
    await waitFor('all processes to be gone', () => running() === 0);
    expect(await readLog(client, jobId)).toBe('started\n');
  });

  test('a graph is drawn and followed, hands files on, and runs again from the middle', async () => {
    const { page } = visitor;
    await page.goto('/taskManangement');
    await page.getByRole('link', { name: '流程' }).click();
    await page.getByRole('link', { name: '新建流程' }).first().click();
    await page.getByRole('button', { name: '添加步骤' }).click();
    await page.getByLabel('流程名称').fill('study');
    const scripts = [
      'echo 6 > number',
      'read n < "$CLUSTERDESK_AFTER_DIRS/number"; echo $((n * 7)) > answer',
      'echo "$CLUSTERDESK_STEP: $(cat "$CLUSTERDESK_AFTER_DIRS/answer")"',
    ];
    for (const [index, script] of scripts.entries()) {
      await page.getByRole('textbox', { name: `step${index + 1} 的脚本` }).fill(script);
    }
    await takePicture(page, 'graph-form');
    await page.getByRole('button', { name: '提交流程' }).click();
    await page.waitForURL('**/jobGraphs?graphId=*');
    const step = (key: string): Locator =>
      page.getByRole('listitem').filter({ has: page.getByRole('link', { name: key }) });
    await shows(step('step3'), 'COMPLETED');
    await page.getByRole('button', { name: '从 step2 重新运行' }).click();
    const dialog = page.getByRole('dialog', { name: '从 step2 重新运行' });
    await dialog.getByRole('textbox', { name: 'step2 的脚本' }).fill('echo changed > answer');
    await dialog.getByRole('button', { name: '重新运行' }).click();
    await step('step3').getByText('第 2 次运行').waitFor();
    await shows(step('step3'), 'COMPLETED');
    await takePicture(page, 'graph');
    expect(await step('step1').innerText()).not.toContain('次运行');
    await page.getByRole('link', { name: 'step3' }).click();
    await output().getByText('step3: changed').waitFor();
    await facts().getByRole('link', { name: 'study' }).waitFor();
  });

  test('a long output is followed, held when one scrolls up, and drawn only in part', async () => {
    await submit(
      'long_output',
      `for i in $(seq 1 50000); do echo "line $i"; done; ${waitAt('end')}; echo end`,
    );
    await output().getByText('line 50000', { exact: true }).waitFor();
    expect(await output().locator('div').count()).toBeLessThan(300);
    await output().hover();
    await visitor.page.mouse.wheel(0, -2_000);
    await visitor.page.getByText('已暂停跟随').waitFor();
    open('end');
    await shows(head(), 'COMPLETED');
    expect(await output().getByText('end', { exact: true }).count()).toBe(0);
    await visitor.page.getByRole('button', { name: '回到最新' }).click();
    await output().getByText('end', { exact: true }).waitFor();
  });

  test('the log can be downloaded whole', async () => {
    const [download] = await Promise.all([
      visitor.page.waitForEvent('download'),
      visitor.page.getByRole('button', { name: '下载日志' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^long_output-\d+\.log$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) {
      chunks.push(chunk as Buffer);
    }
    const expected = Array.from({ length: 50_000 }, (_, index) => `line ${index + 1}\n`).join('');
    expect(Buffer.concat(chunks).toString('utf8')).toBe(`${expected}end\n`);
  });

  test('an uploaded script fills name and text; a clone starts with the same values', async () => {
    const { page } = visitor;
    await page.goto('/editTask');
    await page.locator('input[type=file]').setInputFiles({
      name: 'from_file.sh',
      mimeType: 'application/x-sh',
      buffer: Buffer.from('echo 来自文件\n'),
    });
    await waitFor('the name', async () => {
      return (await page.getByLabel('任务名称').inputValue()) === 'from_file';
    });
    await waitFor('the script', async () => (await scriptText()) === 'echo 来自文件');
    await page.getByRole('button', { name: '提交任务' }).click();
    await output().getByText('来自文件').waitFor();
    await page.getByRole('link', { name: '克隆' }).click();
    await page.waitForURL('**/editTask?from=*');
    await waitFor('the script', async () => (await scriptText()) === 'echo 来自文件');
    expect(await page.getByLabel('任务名称').inputValue()).toBe('from_file');
  });

  test('a template asks for its parameter, whose value the script finds, also when it runs again', async () => {
    const { page } = visitor;
    await page.goto('/editTask');
    await page.getByLabel('任务名称').fill('seeded');
    await scriptField().fill('echo "种子 $SEED，任务 $CLUSTERDESK_JOB_NAME"');
    await page.getByRole('button', { name: '存为模板' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '添加参数' }).click();
    await dialog.getByLabel('变量名').fill('SEED');
    await dialog.getByLabel('显示名称').fill('随机种子');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.goto('/editTask');
    await page.getByRole('button', { name: '放弃并重新填写' }).click();
    await page.getByLabel('模板', { exact: true }).click();
    await chooseOption(page, 'seeded');
    await page.getByLabel('随机种子').fill('42; exit 1');
    await takePicture(page, 'job-form-template');
    await page.getByRole('button', { name: '提交任务' }).click();
    await output().getByText('种子 42; exit 1，任务 seeded').waitFor();
    await facts().getByText('SEED=42; exit 1').waitFor();
    const first = page.url();
    await page.getByRole('button', { name: '再次运行' }).click();
    await page.waitForURL((url) => url.href !== first);
    await shows(head(), 'COMPLETED');
    await output().getByText('种子 42; exit 1，任务 seeded').waitFor();
    await page.getByRole('link', { name: '打开结果文件夹' }).click();
    await page.waitForURL('**/myDoc');
  });

  test('a script of My files becomes a job', async () => {
    const { page } = visitor;
    writeFileSync(join(platform.dataDir, 'files/home/admin', 'from_disk.sh'), 'echo 来自云盘\n');
    await page.goto('/myDoc');
    await page.getByText('from_disk.sh').click({ button: 'right' });
    await chooseInMenu(page, '提交为任务');
    await waitFor('the script', async () => (await scriptText()) === 'echo 来自云盘');
    expect(await page.getByLabel('任务名称').inputValue()).toBe('from_disk');
    await takePicture(page, 'job-form');
    await page.getByRole('button', { name: '提交任务' }).click();
    await output().getByText('来自云盘').waitFor();
  });

  test('an administrator takes the network from a queue by keys; others see it, and jobs have none', async () => {
    const { page } = visitor;
    const cardIn = (window: Page): Locator => window.getByRole('article', { name: 'local' });
    await list.goto('/queueManangement');
    await page.goto('/queueManangement');
    await cardIn(list)
      .getByText(/（自动）$/)
      .waitFor();
    await cardIn(page).getByRole('link', { name: '编辑 local' }).press('Enter');
    await page.waitForURL('**/editQueue?id=*');
    await page.getByRole('radio', { name: /^无网络/ }).press('Space');
    await takePicture(page, 'queue-edit');
    await page.getByLabel('默认运行时限（分钟）').press('Enter');
    await page.waitForURL('**/queueManangement');
    // Nobody has reloaded the other window.
    for (const window of [page, list]) {
      await cardIn(window).getByText('无网络', { exact: true }).waitFor();
    }
    await takePicture(list, 'queue-list');
    await list.goto('/taskManangement');
    await submit('alone', 'grep -c . /proc/net/route; echo over');
    await facts().getByText('无网络', { exact: true }).waitFor();
    await output().getByText('over').waitFor();
    // The head of the table, and no route.
    expect(await output().innerText()).toMatch(/^1\s+over/);
    const [queue] = (await client.expectOk(endpoints.jobs.queueList, {})).result;
    const { id, defaultMinutes } = queue!;
    await client.expectOk(endpoints.jobs.queueAdd, { id, network: 'automatic', defaultMinutes });
    expect(visitor.problems).toEqual([]);
  });

  test('an array is one row whose page shows its elements, and a job after it runs when all have succeeded', async () => {
    const { page } = visitor;
    await page.goto('/editTask');
    await page.getByLabel('任务名称').fill('sweep');
    await page.getByLabel('任务数组').fill('1-3');
    await page.getByText(/单个节点最多 \d+ 核/).waitFor();
    await scriptField().fill(`${waitAt('sweep')}; echo "元素 $CLUSTERDESK_ARRAY_INDEX"`);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL('**/taskManangement?jobId=*');
    const arrayPage = page.url();
    const elements = page.getByRole('region', { name: '数组元素' });
    await elements.getByRole('link', { name: '3', exact: true }).waitFor();

    await page.goto('/editTask');
    await page.getByLabel('任务名称').fill('gather');
    await page.getByText(/单个节点最多 \d+ 核/).waitFor();
    await page.getByLabel('依赖任务').fill('sweep');
    await chooseOption(page, 'sweep');
    await page.keyboard.press('Escape');
    await scriptField().fill('echo "汇总"');
    await takePicture(page, 'job-form-array');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL('**/taskManangement?jobId=*');
    const awaited = facts().getByRole('listitem').filter({ hasText: 'sweep' });
    await awaited.getByText(/排队中|运行中/).waitFor();
    await shows(head().locator('header'), 'PENDING');
    expect(await rowOf('sweep').count()).toBe(1);
    open('sweep');
    await shows(head().locator('header'), 'COMPLETED');
    await output().getByText('汇总').waitFor();
    await shows(awaited, 'COMPLETED');
    await rowOf('sweep').getByText('已完成 3 / 3').waitFor();

    await page.goto(arrayPage);
    await elements.getByRole('row').filter({ hasText: '已完成' }).nth(2).waitFor();
    await takePicture(page, 'job-array');
    await elements.getByRole('link', { name: '2', exact: true }).click();
    await output().getByText('元素 2').waitFor();
  });

  test('a queue that is made in the browser takes jobs', async () => {
    const { page } = visitor;
    await page.goto('/addQueue');
    await page.getByLabel('队列名称').fill('fresh');
    await page.getByRole('checkbox', { name: '全选' }).check();
    await takePicture(page, 'queue-new');
    await page.getByRole('button', { name: '新增', exact: true }).click();
    await page.waitForURL('**/queueManangement');
    await page.getByRole('article', { name: 'fresh' }).getByText('仅管理员').waitFor();

    await page.goto('/editTask');
    await page.getByLabel('任务名称').fill('first_of_fresh');
    await page.getByLabel('队列').click();
    await chooseOption(page, 'fresh');
    await scriptField().fill('echo "队列 $CLUSTERDESK_QUEUE"');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL('**/taskManangement?jobId=*');
    await output().getByText('队列 fresh').waitFor();
    await shows(head(), 'COMPLETED');
    const { result } = await client.expectOk(endpoints.jobs.queueList, {});
    const { id } = result.find(({ queueName }) => queueName === 'fresh')!;
    await client.expectOk(endpoints.jobs.queueDelete, { id });
    expect(visitor.problems).toEqual([]);
  });

  // Agent, worker and database are killed by tests/faults: to the window they are the server's matter.
  test('kill -9 of the server while a job runs loses neither the job nor a line, and the open window has both', async () => {
    const jobId = await submit(
      'survivor',
      'i=0; until [ -e gate-survivor ]; do i=$((i + 1)); echo "line $i"; sleep 0.1; done; echo "$i in all"',
    );
    await output().getByText('line 5', { exact: true }).waitFor();
    await platform.killAndWait('server');
    open('survivor');
    await shows(head(), 'COMPLETED', 60_000);
    const lines = (await readLog(client, jobId)).trimEnd().split('\n');
    const count = Number.parseInt(lines.at(-1) ?? '', 10);
    const said = Array.from({ length: count }, (_, index) => `line ${index + 1}`);
    expect(lines).toEqual([...said, `${count} in all`]);
    // The window was open all the time: what it shows is whole too.
    await visitor.page.getByText(`输出已结束 · ${count + 1} 行`).waitFor();
    await output().getByText(`${count} in all`).waitFor();
    await shows(rowOf('survivor'), 'COMPLETED');
  });
});
