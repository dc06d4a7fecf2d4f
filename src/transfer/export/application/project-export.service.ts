import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { byteOrderMark, csvLine } from '../domain/csv.js';
import { portableFormat, portableKinds, portableVersion } from '../../../shared/portable-records.js';
import type { PortableEnd, PortableManifest } from '../../../shared/portable-file.js';
import { type ProjectSnapshot, ProjectSnapshots, type TableKind } from './project-snapshots.js';
import { permissions } from './permissions.js';

/** The version of the service that is running. */
export abstract class ServiceVersion {
  abstract readonly text: string;
}

/** Writes projects to files. */
@Injectable()
export class ProjectExportService {
  constructor(
    private readonly snapshots: ProjectSnapshots,
    private readonly clock: Clock,
    private readonly serviceVersion: ServiceVersion,
  ) {}

  /**
   * Yields a file with everything in a project except secrets, one JSON record per line.
   *
   * @param slug of the project
   */
  async *records(access: ProjectAccess, slug: string): AsyncGenerator<Buffer> {
    access.authorize(permissions.exportProject);
    const snapshot = await this.snapshots.open(access);
    try {
      const manifest: PortableManifest = {
        kind: 'manifest',
        format: portableFormat,
        version: portableVersion,
        complete: true,
        service_version: this.serviceVersion.text,
        exported_at: this.clock.now().toISOString(),
        project: slug,
        counts: await snapshot.counts(),
      };
      yield* withEnd(manifest, snapshot);
    } finally {
      await snapshot.close();
    }
  }

  /** Yields a file with the records of one kind as CSV for spreadsheets. */
  async *table(access: ProjectAccess, kind: TableKind): AsyncGenerator<Buffer> {
    access.authorize(permissions.exportProject);
    const snapshot = await this.snapshots.open(access);
    try {
      yield Buffer.from(byteOrderMark);
      for await (const rows of snapshot.table(kind)) yield Buffer.from(rows.map(csvLine).join(''));
    } finally {
      await snapshot.close();
    }
  }
}

/** Yields the manifest, the records of the snapshot, and the line that shows whether the file is complete. */
async function* withEnd(manifest: PortableManifest, snapshot: ProjectSnapshot): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const lines of content(manifest, snapshot)) {
    hash.update(lines);
    yield lines;
  }
  const end: PortableEnd = { kind: 'end', counts: manifest.counts, sha256: hash.digest('hex') };
  yield lineOf(end);
}

async function* content(manifest: PortableManifest, snapshot: ProjectSnapshot): AsyncGenerator<Buffer> {
  yield lineOf(manifest);
  for (const kind of portableKinds) yield* snapshot.records(kind);
}

function lineOf(record: object): Buffer {
  return Buffer.from(`${JSON.stringify(record)}\n`);
}
