import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { PathParameter } from '../../../platform/http/index.js';
import { isUuid, type JsonSchema, type Rules } from '../../../shared/rules.js';
import type { Caller } from '../../authentication/domain/caller.js';
import type { AuthenticatedRequest } from '../../authentication/http/access.decorators.js';
import { UserResponse } from './user.dto.js';

const me = 'me';

const forms: JsonSchema[] = [
  { type: 'string', format: 'uuid' },
  { type: 'string', const: me },
];

const schema: JsonSchema = { type: 'string', anyOf: forms };

/** The id of a user in a body or a query, where `me` stands for the caller. Pass the value to {@link resolveMe}. */
export const userIdRules: Rules = [
  {
    code: 'invalid_type',
    detail: 'must be a string.',
    isSatisfiedBy: (value) => typeof value === 'string',
  },
  {
    code: 'invalid_uuid',
    detail: 'must be a UUID, or me.',
    isSatisfiedBy: (value) => typeof value !== 'string' || value === me || isUuid(value),
    schema,
  },
];

/** Accepts the id of a user, `me`, and another text, such as `none`. */
export function userIdOr(other: string): Rules {
  return userIdRules.map((rule) => ({
    ...rule,
    isSatisfiedBy: (value) => value === other || rule.isSatisfiedBy(value),
    ...(rule.schema && { schema: { type: 'string', anyOf: [...forms, { type: 'string', const: other }] } }),
  }));
}

/** Returns the id of a user, in lower case, where `me` stands for the caller. */
export function resolveMe<Id extends string | undefined>(userId: Id, caller: Caller): Id | string {
  return userId === me ? caller.userId : (userId?.toLowerCase() as Id);
}

/** Injects the id of the user in the path, where `me` stands for the caller. */
export const UserIdParam = createParamDecorator((_data: undefined, context: ExecutionContext): string => {
  const { params, caller } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  return resolveMe(String(params['userId']), caller);
});

/** Describes the parameter of {@link UserIdParam}. */
export function userIdParameter({
  note,
  example = UserResponse.example.id,
  ...problems
}: Omit<PathParameter, 'schema'> & { note?: string; example?: string } = {}): PathParameter {
  const description = ['Id of the user, or `me` for the caller.', ...(note ? [note] : [])].join(' ');
  return { schema: { ...schema, description, example }, ...problems };
}
