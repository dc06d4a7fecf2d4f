import { Injectable } from '@nestjs/common';

/** Returns the ids of the authors of records by the ids of the records. Records of other modules are left out. */
export type AuthorFinder = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Knows who wrote the records that files are attached to. The modules with such records register. */
@Injectable()
export class AttachedRecords {
  private readonly finders: AuthorFinder[] = [];

  register(finder: AuthorFinder): void {
    this.finders.push(finder);
  }

  /** Returns the ids of the authors of records by the ids of the records. */
  async authorsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const authors = new Map<string, string>();
    if (ids.length === 0) return authors;
    for (const find of this.finders) for (const [id, author] of await find(ids)) authors.set(id, author);
    return authors;
  }
}
