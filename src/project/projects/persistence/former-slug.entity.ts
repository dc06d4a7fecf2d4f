import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `former_project_slugs`: a slug that a project had before and that no project has now. */
@Entity('former_project_slugs')
export class FormerSlugEntity {
  @PrimaryColumn('text')
  slug!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;
}
