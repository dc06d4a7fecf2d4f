import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnglishMailTexts, mailSamples } from '../outreach/index.js';

/*
 * Writes an example of every mail, and of the pages that mails link to, as HTML files: `npm run mail:preview [FOLDER]`.
 */

const [folder = 'mail-preview'] = process.argv.slice(2);

mkdirSync(folder, { recursive: true });
for (const [name, html] of Object.entries(mailSamples(new EnglishMailTexts()))) {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, html);
  console.log(file);
}
