import { Injectable } from '@nestjs/common';
import {
  type ImportFile,
  type ImportFormatOptions,
  ImportFormats,
  type ImportItem,
  type ImportSource,
} from '../application/import-formats.js';
import { UnreadableFile } from '../domain/unreadable-file.js';
import { readPortableFile } from './portable-file.js';

/** Reads files of this service. */
@Injectable()
export class PortableFormats extends ImportFormats {
  override read(
    source: ImportSource,
    file: ImportFile,
    _options: ImportFormatOptions,
    signal: AbortSignal,
  ): AsyncIterable<ImportItem> {
    if (source === 'fcs') return readPortableFile(file, signal);
    throw new UnreadableFile('unsupported_source', 'Files of this source cannot be read yet.');
  }
}
