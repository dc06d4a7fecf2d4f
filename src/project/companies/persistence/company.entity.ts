import { Column, Entity, PrimaryColumn } from 'typeorm';
import { integerColumn, timestampColumn, versionColumn } from '../../../platform/persistence/index.js';
import type { JsonObject } from '../../../shared/rules.js';
import { Company } from '../domain/company.js';

/** A row of `companies`. */
@Entity('companies')
export class CompanyEntity {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId!: string;

  @PrimaryColumn('text', { name: 'external_id' })
  externalId!: string;

  @Column('text')
  name!: string;

  /** The name without differences of case, by which lists are sorted. */
  @Column('text', { name: 'name_key' })
  nameKey!: string;

  @Column(integerColumn('revenue'))
  revenue!: number;

  @Column('jsonb')
  metadata!: object;

  @Column(timestampColumn('created_at'))
  createdAt!: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt!: Date;

  @Column(versionColumn)
  version!: string;
}

export function toCompany(entity: CompanyEntity): Company {
  return Company.restore({ ...entity, metadata: entity.metadata as JsonObject });
}

/** Returns the columns of a company that change. */
export function companyValues({ name, nameKey, revenue, metadata }: Company) {
  return { name, nameKey, revenue, metadata };
}
