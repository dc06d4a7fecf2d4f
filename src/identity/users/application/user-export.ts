import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../shared/domain-error.js';
import type { Page, PageRequest } from '../../../shared/records.js';
import { UserNotFound } from '../domain/identity.errors.js';
import { IdentityQueries } from './identity.queries.js';
import {
  type PersonalData,
  PersonalDataOfModules,
  type UserExportFilter,
  type UserRecordReader,
} from './personal-data.js';
import { UserService } from './user.service.js';

/** A record of the data about a user. */
export interface UserDataRecord {
  /** What the record is, such as `feedback`. */
  kind: string;
  record: object;
}

/** Reads everything that is stored about a user, as one list: one kind of records after the other. */
@Injectable()
export class UserExport {
  constructor(
    private readonly users: UserService,
    private readonly queries: IdentityQueries,
    private readonly personalData: PersonalDataOfModules,
  ) {}

  /**
   * Returns a page of all records. A page has records of one kind, so it may be shorter than requested.
   *
   * @throws UserNotFound; InvalidInput when the position is not one of this list
   */
  async page(
    userId: string,
    { limit, after = [], count }: PageRequest,
    filter: UserExportFilter,
  ): Promise<Page<UserDataRecord>> {
    if (!(await this.users.isKnown(userId))) throw new UserNotFound();
    const [kind, ...position] = after;
    const kinds = this.kinds();
    const first = kind === undefined ? 0 : kinds.findIndex(({ name }) => name === kind);
    if (first === -1) throw invalidCursor();
    const total = count ? { total: await this.count(userId, filter) } : {};
    for (const [index, { name, read }] of kinds.entries()) {
      if (index < first) continue;
      const start = index === first && position.length > 0 ? { after: position } : {};
      const page = await read(userId, { limit, count: false, ...start }, filter);
      const records = page.records.map((record) => ({ kind: name, record }));
      const following = kinds[index + 1];
      if (page.next) return { records, next: [name, ...page.next], ...total };
      if (!following) return { records, ...total };
      if (records.length > 0) return { records, next: [following.name], ...total };
    }
    return { records: [], ...total };
  }

  /** Returns the kinds of records: first the kinds of the account, then the kinds of the modules. */
  private kinds(): readonly { readonly name: string; readonly read: UserRecordReader }[] {
    const ofAccount: PersonalData['exported'] = {
      account: async (userId) => ({ records: [(await this.users.read(userId)).record], total: 1 }),
      token: (userId, page) => this.queries.tokens(userId, page),
    };
    return [ofAccount, ...this.personalData.all().map(({ exported }) => exported)].flatMap((exported) =>
      Object.entries(exported).map(([name, read]) => ({ name, read })),
    );
  }

  private async count(userId: string, filter: UserExportFilter): Promise<number> {
    const pages = await Promise.all(
      this.kinds().map(({ read }) => read(userId, { limit: 1, count: true }, filter)),
    );
    return pages.reduce((sum, { total = 0 }) => sum + total, 0);
  }
}

function invalidCursor(): InvalidInput {
  const detail = 'The cursor is not one of this list.';
  return new InvalidInput([{ parameter: 'cursor', code: 'invalid_cursor', detail }]);
}
