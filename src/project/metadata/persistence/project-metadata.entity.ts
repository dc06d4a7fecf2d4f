import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `project_metadata`. Projects without metadata may have none. */
@Entity('project_metadata')
export class ProjectMetadataEntity {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('jsonb')
  metadata!: object;
}
