// @ts-check
// Plain JavaScript, because Node loads a worker's file itself: one file serves the compiled service and Jest, which
// does not transform the code of worker threads.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** @import { BackendOptions, BackendRequest, BackendResult } from './pglite-backend.js' */

/** The length of a message's type and length. */
const headerBytes = 5;
/** Protocol 3.0, user "postgres". */
const startUpPacket = Buffer.from('\0\0\0\x17\0\x03\0\0user\0postgres\0\0', 'latin1');

/** The last error that PostgreSQL has logged. */
let reason = '';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const database = await open(/** @type {BackendOptions} */ (workerData));

/** @type {Promise<void>} */
let lastAnswer = execute(startUpPacket, true);
port.on('message', (/** @type {BackendRequest} */ request) => {
  // A rejection ends the thread, on purpose: PostgreSQL has left its main loop, and its memory cannot be trusted.
  lastAnswer = lastAnswer.then(() => answer(request));
});

/** @param {BackendOptions} options */
async function open({ directory, snapshot }) {
  try {
    return await PGlite.create({
      ...(directory === undefined ? {} : { dataDir: directory }),
      ...(snapshot === undefined ? {} : { loadDataDir: new Blob([new Uint8Array(snapshot)]) }),
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

/** @param {BackendRequest} request */
async function answer(request) {
  if (request.task === 'execute') return execute(request.messages, request.endsReady);
  if (request.task === 'dump') {
    const dump = await database.dumpDataDir('none');
    return post({ data: new Uint8Array(await dump.arrayBuffer()) });
  }
  await database.close();
  post({});
  port.close();
}

/**
 * @param {Uint8Array} messages
 * @param {boolean} endsReady
 */
async function execute(messages, endsReady) {
  /** @type {Uint8Array[]} */
  const chunks = [];
  // Unlike PGlite's other calls, this one does not parse the answer.
  await database.execProtocolRawStream(messages, { onRawData: (bytes) => chunks.push(bytes.slice()) });
  const answer = Buffer.concat(chunks);
  /** @type {Uint8Array[]} */
  const data = [];
  /** @type {Uint8Array[]} */
  const notifications = [];
  let listens = false;
  let status = '';
  let dataStart = 0;
  for (let start = 0, end; start < answer.length; start = end) {
    const type = answer.toString('latin1', start, start + 1);
    end = start + 1 + answer.readInt32BE(start + 1);
    const body = () => answer.toString('latin1', start + headerBytes, end);
    if (type === 'A') {
      data.push(answer.subarray(dataStart, start));
      notifications.push(answer.subarray(start, end));
      dataStart = end;
    }
    if (type === 'C' && body() === 'LISTEN\0') listens = true;
    status = type === 'Z' ? body() : '';
  }
  data.push(answer.subarray(dataStart));
  // PGlite swallows exceptions of the WebAssembly engine (a stack overflow): only the end of the answer is missing.
  if (endsReady && status === '') {
    throw new Error(
      /FATAL|PANIC/.test(reason) ? reason : 'PostgreSQL broke off in the middle of a statement',
    );
  }
  const inTransaction = status !== '' && status !== 'I';
  post({ data: joined(data), inTransaction, listens, notifications: joined(notifications) });
}

/** @param {Partial<BackendResult>} result */
function post(result) {
  const data = result.data ?? new Uint8Array();
  const empty = { inTransaction: false, listens: false, notifications: new Uint8Array() };
  port.postMessage({ ...empty, ...result, data }, [/** @type {ArrayBuffer} */ (data.buffer)]);
}

/**
 * Copies the parts into memory of its own, which can be transferred.
 * @param {Uint8Array[]} parts
 */
function joined(parts) {
  return new Uint8Array(Buffer.concat(parts));
}
