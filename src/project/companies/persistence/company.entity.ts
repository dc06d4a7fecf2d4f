import { Column, Entity, PrimaryColumn } from 'typeorm';
import {
  integerColumn,
  timestampColumn,
  versionColumn,
  isoTimestamp,
  versionedRecord,
} from '../../../platform/persistence/index.js';
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

/** The fields of the record of company `c`. */
export const companyFields = `c.external_id, c.name, c.revenue, c.metadata, ${isoTimestamp('c.created_at')} as created_at,
  ${isoTimestamp('c.updated_at')} as updated_at`;

/** The record of company `$2` of project `$1`. A company that is deleted and created again has the same path. */
export const oneCompany = versionedRecord(
  companyFields,
  `concat_ws('-', c.project_id, extract(epoch from c.created_at), c.version)`,
  'companies c where c.project_id = $1 and c.external_id = $2',
);
