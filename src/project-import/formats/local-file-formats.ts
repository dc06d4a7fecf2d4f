import { Injectable } from '@nestjs/common';
import {
  type ImportFile,
  type ImportFormatOptions,
  ImportFormats,
  type ImportItem,
} from '../application/import-formats.js';
import type { ImportSource } from '../domain/project-import.js';
import { readCanny } from './canny.js';
import { readFeedbaseCsv } from './feedbase-csv.js';
import { readFiderCsv } from './fider-csv.js';
import { readFiderZip } from './fider-zip.js';
import { readGitHub } from './github.js';
import { wholeFile } from './part.js';
import { readPlainCsv } from './plain-csv.js';
import { readPortableFile } from './portable-file.js';
import { readQuackbackZip } from './quackback-zip.js';
import { readUserVoiceCsv } from './uservoice-csv.js';

/** Reads local files. Each file is read several times, so that only a limited part of it is in memory. */
@Injectable()
export class LocalFileFormats extends ImportFormats {
  override read(
    source: ImportSource,
    file: ImportFile,
    options: ImportFormatOptions,
    signal: AbortSignal,
  ): AsyncIterable<ImportItem> {
    switch (source) {
      case 'fcs':
        return readPortableFile(file, signal);
      case 'canny':
        return readCanny(wholeFile(file, signal));
      case 'fider-csv':
        return readFiderCsv(wholeFile(file, signal));
      case 'fider-zip':
        return readFiderZip(file, signal);
      case 'feedbase-csv':
        return readFeedbaseCsv(wholeFile(file, signal));
      case 'uservoice-csv':
        return readUserVoiceCsv(wholeFile(file, signal));
      case 'quackback-zip':
        return readQuackbackZip(file, signal);
      case 'github':
        return readGitHub(wholeFile(file, signal));
      case 'csv':
        return readPlainCsv(wholeFile(file, signal), options);
    }
  }
}
