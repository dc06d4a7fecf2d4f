import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';

/**
 * Work that no request asks for. It only begins when `start` is called, which the service does once it listens: commands
 * and tests that load the same modules have no background.
 */
@Injectable()
export class Background implements BeforeApplicationShutdown {
  private readonly logger = new Logger(Background.name);
  private readonly starts: (() => void)[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private state: 'waiting' | 'started' | 'stopped' = 'waiting';

  /** Calls the function when the background starts. */
  onStart(begin: () => void): void {
    if (this.state === 'started') begin();
    else this.starts.push(begin);
  }

  /**
   * Does the work again and again, from the start on, with a pause of so many milliseconds in between. What it throws is
   * logged, and does not end it.
   */
  every(milliseconds: number, what: string, work: () => Promise<void>): void {
    let failing = false;
    const turn = async (): Promise<void> => {
      try {
        await work();
        failing = false;
      } catch (error) {
        // Once, not at every turn: a database that is away would fill the log.
        if (!failing) this.logger.warn(`Could not do ${what}: ${(error as Error).message}`);
        failing = true;
      }
    };
    const next = (pause: number): void => {
      if (this.state !== 'started') return;
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        const running = turn().then(() => {
          this.running.delete(running);
          next(milliseconds);
        });
        this.running.add(running);
      }, pause).unref();
      this.timers.add(timer);
    };
    this.onStart(() => next(0));
  }

  start(): void {
    this.state = 'started';
    for (const begin of this.starts.splice(0)) begin();
  }

  /** Nothing begins from now on; what is under way ends. */
  async beforeApplicationShutdown(): Promise<void> {
    this.state = 'stopped';
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }
}
