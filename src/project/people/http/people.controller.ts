import { Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import {
  EmailTaken,
  externalIdRules,
  RequirePermission,
  UsersManagedElsewhere,
} from '../../../identity/index.js';
import { Created, Operation, Operations, PagedList, Preconditions } from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import { type Precondition, Versioned } from '../../../shared/records.js';
import { firstViolation } from '../../../shared/rules.js';
import { PeopleService } from '../application/people.service.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import type { PersonRecord } from '../domain/person.js';
import { PersonNotFound } from '../domain/person.errors.js';
import { PersonListQuery, PutPersonDto, PersonResponse } from './people.dto.js';
import { CurrentAccess, InProject } from '../../access/http/project.guard.js';

@Controller('projects/:projectSlug/people')
@InProject()
@Operations({
  tag: 'People',
  parameters: {
    externalId: {
      schema: {
        type: 'string',
        description:
          'Id of the person in your own system, of 1 to 200 characters, percent-encoded. It is unique within the project.',
        example: PersonResponse.example.external_id,
      },
    },
  },
})
export class PeopleController {
  constructor(private readonly people: PeopleService) {}

  @Get()
  @Operation({
    id: 'listPeople',
    summary: 'List people',
    description: 'Returns the oldest record first.',
    list: PersonResponse,
  })
  @RequirePermission(permissions.readPeople)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: PersonListQuery,
  ): Promise<PagedList<PersonRecord>> {
    return new PagedList(query, (page) =>
      this.people.list(access, { email: query.email, name: query.q, company: query.company }, page),
    );
  }

  @Get(':externalId')
  @Operation({
    id: 'getPerson',
    summary: 'Get a person',
    answer: PersonResponse,
    problems: [new PersonNotFound()],
  })
  @RequirePermission(permissions.readPeople)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('externalId') externalId: string,
  ): Promise<Versioned<PersonRecord>> {
    return this.people.read(access, externalId);
  }

  @Put(':externalId')
  @Operation({
    id: 'putPerson',
    summary: 'Create or update a person',
    description:
      'A new person is linked to the user with this e-mail address, or a user is registered. Omitted fields stay unchanged. The profile of a user is changed only if this project registered the user, also by an import, nobody has been able to sign in as the user, the user is a member of no project, and no other project knows the user. Otherwise the response contains the profile as it is. An e-mail address of another user returns 409.',
    answer: PersonResponse,
    statuses: { 200: 'The person existed.', 201: 'Created.' },
    body: {
      email: 'ada@example.com',
      full_name: 'Ada Lovelace',
      avatar_url: 'https://example.com/ada.png',
      company: 'crm-77',
    },
    problems: [new EmailTaken(), new UsersManagedElsewhere()],
  })
  @RequirePermission(permissions.putPerson)
  async put(
    @CurrentAccess() access: ProjectAccess,
    @Param('externalId') externalId: string,
    @JsonBody() body: PutPersonDto,
    @Preconditions() precondition: Precondition,
  ): Promise<Created<PersonRecord> | PersonRecord> {
    const rule = firstViolation(externalIdRules, externalId);
    if (rule) {
      const detail = `The external id ${rule.detail}`;
      throw new InvalidInput([{ parameter: 'externalId', code: rule.code, detail }]);
    }
    const { person, created } = await this.people.put(access, externalId, body.profile(), precondition);
    return created ? new Created(person.record) : person.record;
  }

  @Delete(':externalId')
  @Operation({
    id: 'deletePerson',
    summary: 'Remove a person',
    description: 'Removes the external id. The user, and what they contributed, is kept.',
    problems: [new PersonNotFound()],
  })
  @RequirePermission(permissions.deletePerson)
  @HttpCode(204)
  async remove(
    @CurrentAccess() access: ProjectAccess,
    @Param('externalId') externalId: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.people.remove(access, externalId, precondition);
  }
}
