import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LinkedFiles } from '../../importer/src/api/linked-files.js';
import { convert } from '../support/converted.js';
import { png } from '../support/files.js';
import { cannySample, gitHubSample } from './samples.js';

const signal = new AbortController().signal;

describe('Pictures behind addresses', () => {
  let server: Server;
  let origin: string;
  let answers: Record<string, RequestListener>;

  beforeEach(async () => {
    answers = {};
    server = createServer((request, response) => answers[request.url!]!(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const fetched = (url: string) =>
    new LinkedFiles('canny', origin, signal).fetch({
      url,
      feedback: '1',
      comment: '',
      person: '',
      createdAt: '',
      position: 1,
    });

  it('are fetched, also through redirections', async () => {
    answers['/a'] = (_, response) => response.writeHead(302, { location: '/b/dark.png?x=1' }).end();
    answers['/b/dark.png?x=1'] = (_, response) => response.end(png);
    expect(await fetched(`${origin}/a`)).toEqual({ content: Buffer.from(png), filename: 'dark.png' });
  });

  it.each([
    ['another host', 'https://attacker.example/1.png', 'attacker.example is not a host of the tool'],
    ['a name that only ends like the host', 'https://evilcanny.io/1.png', 'is not a host of the tool'],
    ['a host of the tool without TLS', 'http://canny.io/1.png', 'is not a host of the tool'],
    ['another port', 'https://canny.io:8443/1.png', 'is not a host of the tool'],
    ['no URL', '1.png', 'Invalid URL'],
  ])('are not fetched from %s', async (_, url, reason) => {
    expect(await fetched(url)).toEqual({ reason: expect.stringContaining(reason) });
  });

  it.each<[string, RequestListener, string]>([
    ['an error', (_, response) => response.writeHead(404).end(), 'the answer is 404'],
    ['a page', (_, response) => response.end('<html>'), 'the file is no picture'],
    ['too many bytes', (_, response) => response.end(Buffer.alloc(10_000_001)), 'more than 10000000 bytes'],
    [
      'a redirection to another host',
      (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      '169.254.169.254 is not a host',
    ],
    [
      'a redirection to itself',
      (_, response) => response.writeHead(302, { location: '/1.png' }).end(),
      'too many redirections',
    ],
  ])('are not stored if the answer is %s', async (_, answer, reason) => {
    answers['/1.png'] = answer;
    expect(await fetched(`${origin}/1.png`)).toEqual({ reason: expect.stringContaining(reason) });
  });

  it('become attachments of the posts and comments of Canny and GitHub', async () => {
    const path = '/user-attachments/assets/0a-1b';
    answers[path] = (_, response) => response.end(png);
    answers['/gone'] = (_, response) => response.writeHead(404).end();
    const { post, comment } = cannySample;
    const canny = [
      { ...post, imageURLs: [`${origin}${path}`, `${origin}/gone`], mergeHistory: [] },
      { ...comment, imageURLs: [`${origin}${path}`] },
    ];
    const gitHub = [
      { ...gitHubSample.issue, body: `![x](${origin}${path})` },
      { ...gitHubSample.comment, body: `<img src="${origin}${path}">` },
    ];
    for (const [format, objects, feedback, missing] of [
      ['canny', canny, 'p1', 1],
      ['github', gitHub, 'acme/app#12', 0],
    ] as const) {
      const linkedFiles = new LinkedFiles(format, origin, signal);
      const { file, notes } = await convert(format, JSON.stringify(objects), { linkedFiles });
      const attachments = file
        .split('\n')
        .filter((line) => line.startsWith('{"kind":"attachment"'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(attachments).toMatchObject([
        {
          feedback,
          comment: '',
          position: 1,
          size: png.length,
          content: Buffer.from(png).toString('base64'),
        },
        { feedback: '', comment: expect.stringMatching(/./), position: 1 },
      ]);
      expect(notes.groups.map(({ code, count, failed }) => [code, count, failed])).toEqual(
        missing > 0 ? [['picture_missing', missing, 0]] : [],
      );
    }
  });

  it('are left out unless they are asked for', async () => {
    const { notes } = await convert('canny', JSON.stringify([cannySample.post]));
    expect([...notes.leftOut]).toEqual([['pictures behind addresses (--pictures fetches them)', 1]]);
  });
});
