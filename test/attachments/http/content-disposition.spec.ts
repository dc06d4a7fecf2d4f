import { expect, it } from '@jest/globals';
import { contentDisposition } from '../../../src/attachments/http/content-disposition.js';

it.each([
  ['screenshot 1.png', 'inline; filename="screenshot 1.png"'],
  ["it's.png", 'inline; filename="it\'s.png"'],
  ['Größe.png', 'inline; filename="Gr__e.png"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe.png'],
  [
    "你好 (1)'*.png",
    "inline; filename=\"__ (1)'*.png\"; filename*=UTF-8''%E4%BD%A0%E5%A5%BD%20%281%29%27%2A.png",
  ],
  ['👋.png', 'inline; filename="_.png"; filename*=UTF-8\'\'%F0%9F%91%8B.png'],
])('%s', (filename, header) => {
  expect(contentDisposition('inline', filename)).toBe(header);
});
