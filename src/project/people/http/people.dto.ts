import { knownEmailRules, userRules } from '../../../identity/index.js';
import { PageQuery } from '../../../platform/http/index.js';
import { OptionalField, QueryParam, ReadOnlyField } from '../../../platform/input/index.js';
import { text } from '../../../shared/rules.js';
import type { PersonProfile } from '../application/people.service.js';

export class PersonListQuery extends PageQuery {
  @QueryParam(knownEmailRules, {
    description: 'Returns the people with this e-mail address (case-insensitive), or an empty list.',
  })
  email?: string;
  @QueryParam(text({ max: 200, required: true }), {
    description: 'Returns the people whose full name contains this text (case-insensitive).',
  })
  q?: string;
  @QueryParam(text({ max: 200, required: true }), {
    description: 'Returns the people of the company with this external id.',
  })
  company?: string;
}

export class PutPersonDto {
  @OptionalField(knownEmailRules, {
    description:
      'E-mail address. Without one, a new person gets a placeholder that ends in `@users.invalid`.',
  })
  email?: string;
  @OptionalField(userRules.fullName, { description: 'Full name.' }) full_name?: string;
  @OptionalField(userRules.avatarUrl, { description: 'URL of the picture.' }) avatar_url?: string;
  @OptionalField(text({ max: 200 }), {
    description: 'External id of the company that the person belongs to; empty for none.',
  })
  company?: string;
  @ReadOnlyField() external_id?: unknown;
  @ReadOnlyField() user?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;

  profile(): PersonProfile {
    return { email: this.email, fullName: this.full_name, avatarUrl: this.avatar_url, company: this.company };
  }
}
