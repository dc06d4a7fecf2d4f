// @ts-check
// Plain JavaScript, because a worker thread loads its file itself: the same file has to serve the compiled
// service and Jest, whose transform does not reach into threads.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';

/** @import { BackendOptions, BackendReply, BackendRequest } from './pglite-backend.js' */

/** Answers travel in parts of about this many bytes, so that a large one is never held here as a whole. */
const PART_BYTES = 256 * 1024;
const READY_FOR_QUERY_BYTES = 6;
/** Protocol 3.0, user "postgres". */
const STARTUP = Buffer.from('\0\0\0\x17\0\x03\0\0user\0postgres\0\0', 'latin1');

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const database = await open(/** @type {BackendOptions} */ (workerData));

/** @type {Promise<void>} */
let turn = answer({ task: 'execute', messages: STARTUP, endsReady: true });
port.on('message', (/** @type {BackendRequest} */ request) => {
  turn = turn.then(() => answer(request));
});

/** @param {BackendOptions} options */
async function open({ directory, snapshot }) {
  let reason = '';
  try {
    return await PGlite.create({
      ...(directory === undefined ? {} : { dataDir: directory }),
      ...(snapshot === undefined ? {} : { loadDataDir: new Blob([new Uint8Array(snapshot)]) }),
      extensions: { citext, pg_trgm, pgcrypto, unaccent },
      // Small segments keep the write-ahead log, and with it the recovery after a kill, at 64 MB instead of 1 GB.
      initDbStartParams: ['--wal-segsize=1'],
      onStderr: (line) => {
        if (/FATAL|PANIC|ERROR/.test(line)) reason = line;
        return false;
      },
    });
  } catch (error) {
    throw new Error(reason || String(error), { cause: error });
  }
}

/**
 * An exception from here ends the thread, on purpose: PostgreSQL has left its main loop, and what its memory
 * holds is no longer to be trusted.
 * @param {BackendRequest} request
 */
async function answer(request) {
  if (request.task === 'execute') {
    await execute(request.messages, request.endsReady);
  } else if (request.task === 'dump') {
    const dump = await database.dumpDataDir('none');
    reply({ kind: 'done', data: new Uint8Array(await dump.arrayBuffer()) });
  } else {
    await database.close();
    reply({ kind: 'done', data: new Uint8Array() });
    port.close();
  }
}

/**
 * @param {Uint8Array} messages
 * @param {boolean} endsReady
 */
async function execute(messages, endsReady) {
  /** @type {Uint8Array[]} */
  let parts = [];
  let size = 0;
  let tail = Buffer.alloc(0);
  const take = () => {
    const data = new Uint8Array(size);
    let offset = 0;
    for (const part of parts) {
      data.set(part, offset);
      offset += part.length;
    }
    parts = [];
    size = 0;
    return data;
  };
  // The raw stream is the one call of PGlite that keeps no parsed copy of what passes through it.
  await database.execProtocolRawStream(messages, {
    onRawData: (bytes) => {
      parts.push(bytes.slice());
      size += bytes.length;
      tail = Buffer.concat([tail, bytes.subarray(-READY_FOR_QUERY_BYTES)]).subarray(-READY_FOR_QUERY_BYTES);
      if (size >= PART_BYTES) reply({ kind: 'part', data: take() });
    },
  });
  // PGlite swallows exceptions of the WebAssembly engine (an overflowing stack): the missing end is the only trace.
  const complete = tail.length === READY_FOR_QUERY_BYTES && tail.toString('latin1', 0, 5) === 'Z\0\0\0\x05';
  if (endsReady && !complete) throw new Error('PostgreSQL broke off in the middle of a statement');
  const inTransaction = complete && tail.toString('latin1', 5) !== 'I';
  reply({ kind: 'done', data: take(), inTransaction });
}

/** @param {BackendReply} message */
function reply(message) {
  port.postMessage(message, [/** @type {ArrayBuffer} */ (message.data.buffer)]);
}
