import { FileOutlined } from '@ant-design/icons';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Button, Dropdown, Modal } from 'antd';
import { renderPage } from '../../testing/render-page.js';

it('pictures are no part of the names of what they stand in, antd’s own neither', async () => {
  const { user } = renderPage(
    <>
      <Button icon={<FileOutlined />}>Upload</Button>
      <Dropdown
        trigger={['click']}
        menu={{ items: [{ key: 'a', icon: <FileOutlined />, label: 'Upload files' }] }}
      >
        <button type="button">New</button>
      </Dropdown>
      <FileOutlined aria-label="A file" />
    </>,
  );
  screen.getByRole('button', { name: 'Upload' });
  screen.getByRole('img', { name: 'A file' });
  await user.click(screen.getByRole('button', { name: 'New' }));
  await screen.findByRole('menuitem', { name: 'Upload files' });
  expect(screen.getAllByRole('img', { hidden: true })).toHaveLength(1);
});

it('antd’s own signs have none', () => {
  renderPage(<Modal open title="Title" />);
  expect(screen.queryByRole('img')).toBeNull();
});
