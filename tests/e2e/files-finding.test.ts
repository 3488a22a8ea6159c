import { createHash } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { chooseOption, takePicture } from '../support/browser/browser.js';
import { FilesPage } from '../support/browser/files-page.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let files: FilesPage;
let page: Page;

beforeAll(async () => {
  files = await FilesPage.open(browser, platform, ['找/深/更深/目标_独一.txt', '找/别的.txt']);
  page = files.page;
});

async function find(key: string): Promise<void> {
  await page.getByRole('combobox', { name: '搜索文件名' }).fill(key);
  await page.keyboard.press('Enter');
  await page.getByText(`搜索「${key}」的结果`).waitFor();
}

describe('searching', () => {
  test('a hit leads to its folder, with the entry selected', async () => {
    await files.goto('/找');
    await find('独一');
    await files.entry('目标_独一.txt').click({ button: 'right' });
    await files.choose('打开所在文件夹');
    await page.waitForURL((url) => url.searchParams.get('dir') === '/找/深/更深');
    await waitFor('the hit to be selected', async () => {
      return (await files.selected()).join() === '目标_独一.txt';
    });
  });

  test('it looks everywhere unless told to stay here; the way to a hit is a link, and keys are kept', async () => {
    files.put('找/隔壁/独一_二.txt');
    files.put('找/这里/无关.txt');
    await files.goto('/找/这里');
    await find('独一');
    await files.entry('独一_二.txt').waitFor();
    expect(await page.locator('[role=grid] mark').first().innerText()).toBe('独一');
    await takePicture(page, 'files-search');
    await page.getByText('此文件夹：这里').click();
    await page.getByText('「这里」中没有名称含「独一」的文件').waitFor();
    await page.getByRole('button', { name: '全部：我的文件' }).click();
    await page.getByRole('link', { name: '/找/隔壁' }).click();
    await page.waitForURL((url) => url.searchParams.get('dir') === '/找/隔壁');
    await page.locator('datalist option[value="独一"]').waitFor({ state: 'attached' });
  });

  test('it finds folders, says where it looked, and is narrowed by kind and day', async () => {
    files.put('筛选/批次_图.png');
    files.put('筛选/批次_表.csv');
    files.put('筛选/批次_旧.csv');
    files.put('筛选/批次/无关.txt');
    const old = new Date('2020-05-05T12:00:00Z');
    utimesSync(files.onDisk('筛选/批次_旧.csv'), old, old);
    await files.goto('/筛选');
    await find('批次');
    await page.getByText('此文件夹：筛选').click();
    await page.getByText('已搜索「筛选」中的 2 个文件夹').waitFor();
    await waitFor('files and the folder', async () => (await files.names()).length === 4);
    const choose = async (filter: string, option: string): Promise<void> => {
      await page.getByRole('combobox', { name: filter }).click();
      await chooseOption(page, option);
    };
    await choose('类型', '数据');
    await waitFor('data only', async () => {
      return (await files.names()).sort().join() === ['批次_旧.csv', '批次_表.csv'].sort().join();
    });
    await choose('修改时间', '最近 7 天');
    await waitFor('the new one', async () => (await files.names()).join() === '批次_表.csv');
    await takePicture(page, 'files-search-narrowed');
    await page.reload();
    await waitFor('the same after a reload', async () => {
      return (await files.names()).join() === '批次_表.csv';
    });
    await choose('修改时间', '自定义日期');
    await page.getByLabel('结束日期').fill('2020-05-06');
    await waitFor('the old one', async () => (await files.names()).join() === '批次_旧.csv');
    await choose('类型', '压缩包');
    await page.getByText('且符合筛选条件的内容').waitFor();
    await page.getByRole('button', { name: '清除筛选' }).click();
    await waitFor('all of them again', async () => (await files.names()).length === 4);
  });

  test('the details say where an entry is and how much it is', async () => {
    await files.goto('/找/隔壁');
    await files.entry('独一_二.txt').click();
    await page.keyboard.press('Control+i');
    const pane = page.getByRole('complementary', { name: '详细信息' });
    await pane.getByText('/找/隔壁/独一_二.txt', { exact: true }).waitFor();
    await pane.getByText(/字节/).waitFor();
    await pane.getByRole('button', { name: '计算' }).click();
    const sum = createHash('sha256').update('找/隔壁/独一_二.txt').digest('hex');
    await pane.getByText(sum).waitFor();
    await takePicture(page, 'files-details');
    await files.goto('/找');
    await files.entry('深').click();
    await pane.getByText('1 个文件、1 个文件夹').waitFor();
    await takePicture(page, 'files-details-folder');
    await pane.getByRole('button', { name: '关闭详细信息' }).click();
    await pane.waitFor({ state: 'detached' });
  });
});

test('a folder that another window deletes says so, and leads up', async () => {
  files.put('会消失/里面/空/');
  await files.goto('/会消失');
  const second = await files.visitor.context.newPage();
  await second.goto(`/myDoc?dir=${encodeURIComponent('/会消失/里面/空')}`);
  await second.getByText('这里还没有文件').waitFor();
  await files.entry('里面').click();
  await page.keyboard.press('Delete');
  await second.getByText('此文件夹已被移动或删除').waitFor();
  await takePicture(second, 'files-gone');
  await second.getByRole('button', { name: '上一级' }).click();
  await second.waitForURL((url) => url.searchParams.get('dir') === '/会消失/里面');
  await second.getByRole('button', { name: '上一级' }).click();
  await second.getByText('这里还没有文件').waitFor();
  await second.close();
  expect(files.visitor.problems).toEqual([]);
});
