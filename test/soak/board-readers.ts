import { setTimeout as sleep } from 'node:timers/promises';

/** Time between two reads through a process, in milliseconds. */
const pause = 100;

/** Readers that request a list of feedback through each process, without retries, until they are stopped. */
export class BoardReaders {
  /** The numbers of responses by their status; `broken` for those that are missing. */
  readonly counts: Record<string, number> = {};
  private readonly stopping = new AbortController();
  private tasks: readonly Promise<void>[] = [];

  constructor(
    private readonly urls: readonly string[],
    private readonly token: string,
    private readonly slug: string,
    private readonly log: (line: string) => void,
  ) {}

  start(): void {
    this.tasks = this.urls.map((url) => this.read(`${url}/v1/projects/${this.slug}/feedback?limit=20`));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.tasks);
  }

  private async read(url: string): Promise<void> {
    const headers = { authorization: `Bearer ${this.token}` };
    for (; !this.stopping.signal.aborted; await sleep(pause)) {
      const status = await fetch(url, { headers, signal: AbortSignal.timeout(40_000) }).then(
        async (answer) => {
          const text = await answer.text();
          if (!answer.ok) this.log(`A read returned ${text}`);
          return String(answer.status);
        },
        () => 'broken',
      );
      this.counts[status] = (this.counts[status] ?? 0) + 1;
    }
  }
}
