import { createHash } from 'node:crypto';
import { beforeEach, expect, it } from '@jest/globals';
import { ProjectAccess } from '../../../../src/project/access/application/project-access.js';
import { ProjectExportService } from '../../../../src/transfer/export/application/project-export.service.js';
import type { ProjectSnapshot } from '../../../../src/transfer/export/application/project-snapshots.js';
import {
  type PortableCounts,
  type PortableKind,
  portableKinds,
} from '../../../../src/shared/portable-records.js';
import { aCaller } from '../../../support/caller.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const access = new ProjectAccess('the project', 'owner', aCaller('1'));

let openCount: number;
let failsAt: PortableKind | undefined;

beforeEach(() => {
  openCount = 0;
  failsAt = undefined;
});

/** A project with one record of each kind. */
class FakeSnapshot implements ProjectSnapshot {
  async counts(): Promise<PortableCounts> {
    return Object.fromEntries(portableKinds.map((kind) => [kind, 1])) as PortableCounts;
  }

  async *records(kind: PortableKind): AsyncGenerator<Buffer> {
    if (kind === failsAt) throw new Error(`no ${kind}`);
    yield Buffer.from(`{"kind":"${kind}","text":"ü"}\n`);
  }

  async *table(): AsyncGenerator<string[][]> {
    yield [['id', 'title']];
    yield [
      ['1', '=A1'],
      ['2', 'ü'],
    ];
  }

  async close(): Promise<void> {
    openCount -= 1;
  }
}

const service = new ProjectExportService(
  {
    open: async ({ projectId }) => {
      expect(projectId).toBe('the project');
      openCount += 1;
      return new FakeSnapshot();
    },
  },
  { now: () => now },
  { text: '7.8.9' },
);

async function textOf(file: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

it('writes a manifest, the records in the order of their kinds, and an end line with the hash of what precedes it', async () => {
  const text = await textOf(service.records(access, 'acme'));
  const lines = text.split('\n');
  const counts = await new FakeSnapshot().counts();
  const end = lines.at(-2)!;
  expect(lines.map((line) => (line === '' ? '' : JSON.parse(line).kind))).toEqual([
    'manifest',
    ...portableKinds,
    'end',
    '',
  ]);
  expect(JSON.parse(lines[0]!)).toEqual({
    kind: 'manifest',
    complete: true,
    format: 'fcs',
    version: 1,
    service_version: '7.8.9',
    exported_at: '2026-03-01T12:00:00.000Z',
    project: 'acme',
    counts,
  });
  const before = text.slice(0, text.indexOf(end));
  expect(JSON.parse(end)).toEqual({
    kind: 'end',
    counts,
    sha256: createHash('sha256').update(before).digest('hex'),
  });
  expect(openCount).toBe(0);
});

it('writes a table as CSV with a byte order mark', async () => {
  expect(await textOf(service.table(access, 'feedback'))).toBe("\ufeffid,title\r\n1,'=A1\r\n2,ü\r\n");
  expect(openCount).toBe(0);
});

it('closes the snapshot if reading fails, without an end line', async () => {
  failsAt = 'vote';
  const file = service.records(access, 'acme');
  const kinds: string[] = [];
  const read = async (): Promise<void> => {
    for await (const chunk of file) kinds.push(JSON.parse(chunk.toString()).kind);
  };
  await expect(read()).rejects.toThrow('no vote');
  expect(kinds.at(-1)).toBe('feedback');
  expect(openCount).toBe(0);
});

it('closes the snapshot if the rest is not read', async () => {
  for await (const _ of service.records(access, 'acme')) break;
  expect(openCount).toBe(0);
});
