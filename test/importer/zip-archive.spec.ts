import { describe, expect, it } from '@jest/globals';
import { failureOf, ofKind, readItems } from './reading.js';
import { type ZipEntry, zipOf } from './zip-file.js';

const post = { id: 1, title: 'Dark mode', created_at: '2024-01-01T00:00:00Z', status: 0 };
const posts: ZipEntry = { name: 'posts.json', data: JSON.stringify([post]) };
const zeros = Buffer.alloc(8 * 1024 * 1024, ' ');

const titles = async (archive: Buffer) =>
  ofKind(await readItems('fider-zip', archive), 'feedback').map(({ title }) => title);

describe('ZIP files', () => {
  it.each([
    [
      'entries with paths that leave the folder',
      [
        { name: '../../posts.json', data: 'x' },
        { name: '/etc/posts.json', data: 'x' },
        { name: 'C:\\posts.json', data: 'x' },
        posts,
      ],
    ],
    ['a bomb that is not read', [{ name: 'blobs/bomb', data: zeros }, posts]],
    ['sizes in ZIP64', [{ ...posts, isZip64: true }]],
    ['entries that are stored as they are', [{ name: 'readme.txt', data: '' }, posts]],
    ['a table in a folder beside one at the top', [{ name: 'blobs/posts.json', data: 'x' }, posts]],
  ])('reads an archive with %s', async (_, entries: ZipEntry[]) => {
    expect(await titles(zipOf(entries))).toEqual(['Dark mode']);
  });

  const archive = zipOf([posts]);
  it.each([
    ['no archive', Buffer.from('number,title\n'), 'broken_archive'],
    ['an empty file', Buffer.alloc(0), 'broken_archive'],
    ['an archive without its end', archive.subarray(0, -10), 'broken_archive'],
    ['an archive without its beginning', archive.subarray(10), 'broken_archive'],
    [
      'broken data',
      Buffer.concat([archive.subarray(0, 45), Buffer.alloc(10), archive.subarray(55)]),
      'broken_archive',
    ],
    ['a wrong checksum', zipOf([{ ...posts, claimedChecksum: 1 }]), 'broken_archive'],
    ['more data than declared', zipOf([{ ...posts, claimedSize: 10 }]), 'broken_archive'],
    ['less data than declared', zipOf([{ ...posts, claimedSize: 1000 }]), 'broken_archive'],
    ['an unknown compression', zipOf([{ ...posts, method: 93 }]), 'broken_archive'],
    ['an encrypted entry', zipOf([{ ...posts, isEncrypted: true }]), 'encrypted_archive'],
    ['an entry twice', zipOf([posts, posts]), 'duplicate_entry'],
    ['a bomb', zipOf([{ name: 'posts.json', data: zeros }]), 'archive_too_large'],
    [
      'a bomb that declares a small size',
      zipOf([{ name: 'posts.json', data: zeros, claimedSize: 100 }]),
      'broken_archive',
    ],
    [
      'more bytes than the limit',
      zipOf([{ ...posts, claimedSize: 2 ** 42, isZip64: true }]),
      'archive_too_large',
    ],
    ['more entries than the limit', zipOf([posts], 60_000), 'archive_too_large'],
    ['fewer entries than declared', zipOf([posts], 2), 'broken_archive'],
    ['a table that is no JSON', zipOf([{ name: 'posts.json', data: 'id,title' }]), 'not_json'],
    [
      'a table that is not UTF-8',
      zipOf([{ name: 'posts.json', data: Buffer.from('[{"id": "\xff"}]', 'latin1') }]),
      'invalid_utf8',
    ],
  ])('refuses %s', async (_, content, code) => {
    expect(await failureOf('fider-zip', content)).toMatchObject({ code });
  });
});
