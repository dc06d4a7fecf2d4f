import { ApiProperty } from '@nestjs/swagger';
import {
  ApiRecord,
  choice,
  dateOrEmpty,
  type DescribedEvent,
  DomainError,
  id,
  instant,
  oneOf,
  text,
} from 'feedback-changelog-service/kit';

/** The rules of the fields. Requests and the API document use them too. */
export const milestoneRules = {
  name: text({ max: 200, required: true }),
  due: dateOrEmpty,
  state: oneOf(['open', 'reached']),
};

export interface MilestoneRecord {
  id: string;
  project_id: string;
  name: string;
  /** `YYYY-MM-DD`, or `''`. */
  due: string;
  state: 'open' | 'reached';
  created_at: string;
}

@ApiRecord('Milestone', 'A date that the team works towards.')
export class MilestoneResponse implements MilestoneRecord {
  static readonly example: MilestoneRecord = {
    id: '01a1f9b2-6c3d-7f10-9a51-3d2e8b7c4f60',
    project_id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
    name: 'Mobile app',
    due: '2027-03-31',
    state: 'open',
    created_at: '2026-11-20T16:02:51.240Z',
  };

  @ApiProperty(id('Id of the milestone.')) id!: string;
  @ApiProperty(id('Id of the project.')) project_id!: string;
  @ApiProperty({ type: 'string', description: 'A line.' }) name!: string;
  @ApiProperty({ type: 'string', description: '`YYYY-MM-DD`, or empty.' }) due!: string;
  @ApiProperty(choice(['open', 'reached'], 'Whether it has been reached.')) state!: 'open' | 'reached';
  @ApiProperty(instant('When it was created.')) created_at!: string;
}

/** The former values of the fields that have changed. */
@ApiRecord('FormerMilestone', 'The former values of the changed fields of a milestone.')
export class FormerMilestoneResponse {
  static readonly example: Partial<MilestoneRecord> = { due: '2027-01-31' };

  @ApiProperty({ type: 'string', required: false }) name?: string;
  @ApiProperty({ type: 'string', required: false }) due?: string;
  @ApiProperty({ ...choice(['open', 'reached'], 'Former state.'), required: false }) state?:
    'open' | 'reached';
}

/** The events of milestones by type. */
export const milestoneEvents: Readonly<Record<string, DescribedEvent>> = {
  'milestone.created': { when: 'A milestone was created.', data: MilestoneResponse },
  'milestone.updated': {
    when: 'A milestone was changed.',
    data: MilestoneResponse,
    previous: FormerMilestoneResponse,
  },
  'milestone.overdue': { when: 'The date of an open milestone has come.', data: MilestoneResponse },
};

export class MilestoneNotFound extends DomainError {
  override readonly remedy = 'Check the id; the list has all milestones.';

  constructor() {
    super('not_found', 'milestone_not_found', 'The project has no such milestone.');
  }
}
