import { expect, it } from '@jest/globals';
import { notebookText } from './notebook-text.js';

it('shows a notebook as its cells, outputs and prose as comments', () => {
  const notebook = {
    metadata: { kernelspec: { language: 'R' } },
    cells: [
      { cell_type: 'markdown', source: ['# Title\n', '\n', 'text'] },
      {
        cell_type: 'code',
        source: 'x <- 1\n',
        outputs: [{ text: ['[1] 1\n'] }, { data: { 'text/plain': 'plain', 'text/html': '<b>' } }],
      },
    ],
  };
  expect(notebookText(JSON.stringify(notebook))).toEqual({
    text: '# %% [markdown]\n# # Title\n#\n# text\n\n# %%\nx <- 1\n# →\n# [1] 1\n# →\n# plain',
    extension: 'r',
  });
});

it('leaves what is no notebook, or only its beginning, as it is', () => {
  expect(notebookText('{"cells": [')).toBeNull();
  expect(notebookText('[1]')).toBeNull();
});
