import { describe, expect, it } from '@jest/globals';
import { filenameFor, maxFilenameLength } from '../../../src/attachments/domain/filename.js';

describe('The name of a file', () => {
  it.each([
    ['screenshot.png', 'screenshot.png'],
    ['Screenshot.PNG', 'Screenshot.PNG'],
    ['', 'file.png'],
    ['...', 'file.png'],
    ['.png', 'png.png'],
    ['a.b.c.png', 'a.b.c.png'],
    ['C:\\Users\\ada\\Bild 1.png', 'Bild 1.png'],
    ['../../etc/passwd', 'passwd.png'],
    ['page.html', 'page.html.png'],
    ['page.jpg', 'page.jpg.png'],
    ['trailing. ', 'trailing.png'],
    ['line\r\nbreak.png', 'linebreak.png'],
    ['"quoted"<b>|?*:.png', '_quoted__b_____.png'],
    ['tabs\tand   spaces.png', 'tabsand spaces.png'],
    // The override of the direction shows `cod.png` as `gnp.doc`.
    ['\u202Ecod.png', 'cod.png'],
    ['zero\u200Bwidth.png', 'zerowidth.png'],
    ['Übergröße 你好 👋.png', 'Übergröße 你好 👋.png'],
    ['U\u0308.png', 'Ü.png'],
  ])('%j becomes %j', (given, name) => {
    expect(filenameFor(given, 'image/png')).toBe(name);
  });

  it.each([
    ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
    ['photo', 'image/jpeg', 'photo.jpg'],
    ['server.log', 'text/plain', 'server.log'],
    ['notes.md', 'text/plain', 'notes.md'],
    ['evil.html', 'text/plain', 'evil.html.txt'],
    ['evil.svg', 'text/plain', 'evil.svg.txt'],
    ['run.bat', 'text/plain', 'run.bat.txt'],
    ['invoice.pdf.exe', 'application/pdf', 'invoice.pdf.exe.pdf'],
  ] as const)('%s of the type %s becomes %s', (given, type, name) => {
    expect(filenameFor(given, type)).toBe(name);
  });

  it('is shortened before its extension, by whole characters', () => {
    const name = filenameFor(`${'👋'.repeat(120)}.webp`, 'image/webp');
    expect(name).toBe(`${'👋'.repeat(maxFilenameLength - 5)}.webp`);
    expect([...name]).toHaveLength(maxFilenameLength);
  });
});
