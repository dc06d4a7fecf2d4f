import { metadataRules } from '../../../shared/metadata.js';
import { canonicalJson } from '../../../shared/canonical-json.js';
import { caseFold } from '../../../shared/case-fold.js';
import { name, normalizeName } from '../../../shared/names.js';
import { check, integer, isVisible, type JsonObject } from '../../../shared/rules.js';

export const companyRules = {
  name: name({ max: 200, required: true }),
  revenue: integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  metadata: metadataRules,
};

/** The orders of lists of companies: by name, or by revenue, largest first. */
export const companySorts = ['name', 'revenue'] as const;

export type CompanySort = (typeof companySorts)[number];

/** A company as a record. */
export interface CompanyRecord {
  external_id: string;
  name: string;
  revenue: number;
  metadata: JsonObject;
  created_at: string;
  updated_at: string;
}

/** The field of a company that `previous` of an event omits, because it changes with every other one. */
export const notInPrevious = ['updated_at'] as const satisfies readonly (keyof CompanyRecord)[];

/** Values of a company. Omitted ones stay unchanged, or have their defaults in a new company. */
export interface CompanyChanges {
  readonly name?: string | undefined;
  readonly revenue?: number | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** A customer of a project's team, which people belong to. */
export class Company {
  private constructor(
    readonly projectId: string,
    /** Its id in the own system of the team. */
    readonly externalId: string,
    public name: string,
    /** What it pays, in the unit of the team. */
    public revenue: number,
    public metadata: JsonObject,
  ) {}

  /**
   * Returns a new company, whose name is its id by default.
   *
   * @throws InvalidInput when a value violates a rule
   */
  static create(projectId: string, externalId: string, changes: CompanyChanges): Company {
    const name = normalizeName(externalId);
    const company = new Company(projectId, externalId, isVisible(name) ? name : 'Company', 0, {});
    company.update(changes);
    return company;
  }

  /** Returns a company that has been stored. */
  static restore(
    stored: Pick<Company, 'projectId' | 'externalId' | 'name' | 'revenue' | 'metadata'>,
  ): Company {
    const { projectId, externalId, name, revenue, metadata } = stored;
    return new Company(projectId, externalId, name, revenue, metadata);
  }

  /** The form of the name by which lists are sorted. */
  get nameKey(): string {
    return caseFold(this.name);
  }

  /** @throws InvalidInput when a value violates a rule */
  update(changes: CompanyChanges): void {
    const { name = this.name } = check({ ...changes }, companyRules);
    this.name = name;
    this.revenue = changes.revenue ?? this.revenue;
    this.metadata = changes.metadata ?? this.metadata;
  }

  /** Returns whether the values differ from a record's. */
  differsFrom({ name, revenue, metadata }: CompanyRecord): boolean {
    return (
      this.name !== name ||
      this.revenue !== revenue ||
      canonicalJson(this.metadata) !== canonicalJson(metadata)
    );
  }
}
