import type { Worker } from 'node:cluster';
import { type Result, type SharedMemory, stopMessage } from './shared-memory.js';

/** A worker's connection to the supervisor that started it. */
export class SupervisorLink {
  private readonly waiting = new Map<number, (result: unknown) => void>();
  private calls = 0;
  private stopAfter: ((what: string) => void) | undefined;
  private toStop: string | undefined;

  constructor(private readonly worker: Worker) {
    worker.on('message', (message: Result | typeof stopMessage) => {
      if (message === stopMessage) return this.stop('a word of the supervisor');
      this.waiting.get(message.call)?.(message.result);
      this.waiting.delete(message.call);
    });
    worker.on('disconnect', () => {
      // Node would end the process at once: requests in flight are to end first.
      worker.exitedAfterDisconnect = true;
      for (const answer of this.waiting.values()) answer(undefined);
      this.waiting.clear();
      this.stop('the loss of the supervisor');
    });
  }

  /** Does something in the memory that all workers share; undefined where the supervisor is gone. */
  async call<Method extends keyof SharedMemory>(
    method: Method,
    argument: Parameters<SharedMemory[Method]>[0],
  ): Promise<Awaited<ReturnType<SharedMemory[Method]>> | undefined> {
    if (!this.worker.isConnected()) return undefined;
    const result = await new Promise((resolve) => {
      const call = ++this.calls;
      this.waiting.set(call, resolve);
      // Where the supervisor is just going, the disconnection answers.
      this.worker.send({ call, method, argument }, () => undefined);
    });
    return result as Awaited<ReturnType<SharedMemory[Method]>> | undefined;
  }

  /** Calls the function once the process is to stop; at once where that was said already. */
  onStop(stopAfter: (what: string) => void): void {
    this.stopAfter = stopAfter;
    if (this.toStop !== undefined) stopAfter(this.toStop);
  }

  private stop(what: string): void {
    this.toStop ??= what;
    this.stopAfter?.(this.toStop);
  }
}
