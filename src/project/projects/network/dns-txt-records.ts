import { Resolver } from 'node:dns/promises';
import { Injectable, Logger } from '@nestjs/common';
import { TxtRecords } from '../domain/txt-records.js';

/** Looks up DNS records with the name servers of this machine. */
@Injectable()
export class DnsTxtRecords extends TxtRecords {
  private readonly logger = new Logger(DnsTxtRecords.name);

  override async lookUp(name: string): Promise<string[]> {
    const resolver = this.resolver();
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOTFOUND' && code !== 'ENODATA')
        this.logger.warn(`TXT records of ${name}: ${String(code)}`);
      return [];
    }
  }

  /** Created for each lookup, because its constructor reads the name servers of the machine. */
  protected resolver(): Resolver {
    return new Resolver({ timeout: 2_000, tries: 2 });
  }
}
