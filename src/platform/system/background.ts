import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';

/** How long hastened work still waits, in milliseconds: what hastens it often comes in bursts. */
const shortPause = 50;

/** Work that is repeated in the background. */
export interface RepeatedWork {
  /** Lets the next turn begin within 50 ms. */
  hasten(): void;
}

/**
 * Work that no request asks for. It begins when `start` is called, which the service does once it listens: commands and
 * tests that load the same modules have no background.
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
   * Repeats the work from the start on, with a pause of so many milliseconds in between. Errors are logged and do not end
   * it.
   */
  every(milliseconds: number, what: string, work: () => Promise<void>): RepeatedWork {
    let timer: NodeJS.Timeout | undefined;
    let isFailing = false;
    let isHastened = false;
    const turn = async (): Promise<void> => {
      isHastened = false;
      try {
        await work();
        isFailing = false;
      } catch (error) {
        // Once, not at every turn: a database that is away would fill the log.
        if (!isFailing) this.logger.warn(`Could not do ${what}: ${(error as Error).message}`);
        isFailing = true;
      }
    };
    const wait = (pause: number): void => {
      if (this.state !== 'started') return;
      const current = setTimeout(() => {
        this.timers.delete(current);
        timer = undefined;
        const running = turn().then(() => {
          this.running.delete(running);
          wait(isHastened ? shortPause : milliseconds);
        });
        this.running.add(running);
      }, pause).unref();
      timer = current;
      this.timers.add(current);
    };
    this.onStart(() => wait(0));
    return {
      hasten: () => {
        if (isHastened) return;
        isHastened = true;
        // During a turn there is no timer: the next pause is a short one.
        if (!timer) return;
        clearTimeout(timer);
        this.timers.delete(timer);
        wait(shortPause);
      },
    };
  }

  start(): void {
    this.state = 'started';
    for (const begin of this.starts.splice(0)) begin();
  }

  /** Begins no more work, and waits for what is running. */
  async beforeApplicationShutdown(): Promise<void> {
    this.state = 'stopped';
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }
}
