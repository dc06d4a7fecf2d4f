/** How often a digest is sent. */
type DigestFrequency = 'daily' | 'weekly';

/** The hour of the day in the recipient's time zone at which digests are sent. */
const digestHour = 8;

/** Weekly digests are sent on Mondays. */
const monday = 1;

const day = 24 * 3_600_000;

/**
 * Returns when the next digest is sent, later than a time: at 8 o'clock in the time zone, whatever its offset is then. On a
 * day on which the clock is set forward over 8 o'clock, it is the first moment after it.
 *
 * @param timeZone a name of the IANA time zone database
 */
export function nextDigestAt(frequency: DigestFrequency, timeZone: string, after: Date): Date {
  const clock = new ZonedClock(timeZone);
  const today = clock.localTime(after) - (clock.localTime(after) % day);
  for (let date = today; ; date += day) {
    if (frequency === 'weekly' && new Date(date).getUTCDay() !== monday) continue;
    const at = clock.instant(date + digestHour * 3_600_000);
    if (at > after) return at;
  }
}

/** Converts between instants and the local time of a zone, which is in milliseconds as if it were UTC. */
class ZonedClock {
  private readonly format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      ...{
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      },
    });
  }

  localTime(instant: Date): number {
    const parts = this.format.formatToParts(instant).map(({ type, value }) => [type, Number(value)] as const);
    const { year, month, day: date, hour, minute, second } = Object.fromEntries(parts);
    return Date.UTC(year!, month! - 1, date, hour, minute, second);
  }

  /** Returns the instant with this local time: the first one if there are two, and the first one after it if there is none. */
  instant(localTime: number): Date {
    // The offsets before and after a change of the clock that is near.
    const offsets = [-day, day].map((distance) => {
      const near = new Date(localTime + distance);
      return this.localTime(near) - near.getTime();
    });
    const candidates = offsets.map((offset) => new Date(localTime - offset));
    const exact = candidates.filter((candidate) => this.localTime(candidate) === localTime);
    const found = exact.length > 0 ? exact : candidates;
    return new Date(Math.min(...found.map((candidate) => candidate.getTime())));
  }
}
