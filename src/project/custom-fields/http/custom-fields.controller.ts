import { Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Created, Operation, Operations, Preconditions } from '../../../platform/http/index.js';
import { JsonBody } from '../../../platform/input/index.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import { keyPattern } from '../../../shared/keys.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import { firstViolation } from '../../../shared/rules.js';
import { CustomFieldService } from '../application/custom-field.service.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import {
  FieldInUse,
  FieldManagedElsewhere,
  FieldNotFound,
  TooManyFields,
} from '../domain/custom-field.errors.js';
import { ChangesUnfinished } from '../../domain/changes-unfinished.js';
import { type CustomFieldRecord, fieldKeyRules, maxFields } from '../domain/custom-field.js';
import { PutFieldDto, CustomFieldResponse } from './custom-field.dto.js';
import { CurrentAccess, InProject } from '../../access/http/project.guard.js';

@Controller('projects/:projectSlug/fields')
@InProject()
@Operations({
  tag: 'Fields',
  parameters: {
    fieldKey: {
      schema: {
        type: 'string',
        pattern: keyPattern.source,
        description: 'Key of the field: the name of its value among the `fields` of feedback.',
        example: CustomFieldResponse.example.key,
      },
    },
  },
})
export class CustomFieldsController {
  constructor(private readonly fields: CustomFieldService) {}

  @Get()
  @Operation({
    id: 'listFields',
    summary: 'List fields',
    description: `Returns the fields that the caller can see, at most ${maxFields}, in their order.`,
    array: CustomFieldResponse,
  })
  @RequirePermission(permissions.read)
  async list(@CurrentAccess() access: ProjectAccess): Promise<CustomFieldRecord[]> {
    return this.fields.list(access);
  }

  @Get(':fieldKey')
  @Operation({
    id: 'getField',
    summary: 'Get a field',
    answer: CustomFieldResponse,
    problems: [new FieldNotFound()],
  })
  @RequirePermission(permissions.read)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('fieldKey') key: string,
  ): Promise<Versioned<CustomFieldRecord>> {
    return this.fields.read(access, key);
  }

  @Put(':fieldKey')
  @Operation({
    id: 'putField',
    summary: 'Create or update a field',
    description:
      'Omitted members of an existing field stay unchanged. A change of `visible_to` applies to all values. While feedback has values, neither the type can change, nor can an option that feedback has be removed.',
    answer: CustomFieldResponse,
    statuses: { 200: 'Updated.', 201: 'Created.' },
    body: { name: 'Platform', type: 'choice', options: ['iOS', 'Android', 'Web'] },
    problems: [new FieldManagedElsewhere(), new TooManyFields(maxFields), new FieldInUse('/type')],
  })
  @RequirePermission(permissions.putField)
  async put(
    @CurrentAccess() access: ProjectAccess,
    @Param('fieldKey') key: string,
    @JsonBody() body: PutFieldDto,
    @Preconditions() precondition: Precondition,
  ): Promise<Created<CustomFieldRecord> | CustomFieldRecord> {
    const rule = firstViolation(fieldKeyRules, key);
    if (rule) {
      const detail = `The key ${rule.detail}`;
      throw new InvalidInput([{ parameter: 'fieldKey', code: rule.code, detail }]);
    }
    const { field, created } = await this.fields.put(access, key, body.changes(), precondition);
    return created ? new Created(field) : field;
  }

  @Delete(':fieldKey')
  @Operation({
    id: 'deleteField',
    summary: 'Delete a field',
    description:
      'Its values are removed from all feedback first, with an event for each record. This does not hold up other requests. If it takes more than 20 seconds, or is interrupted, repeat the request: it continues.',
    problems: [new FieldNotFound(), new ChangesUnfinished(), new FieldManagedElsewhere()],
  })
  @RequirePermission(permissions.deleteField)
  @HttpCode(204)
  async remove(
    @CurrentAccess() access: ProjectAccess,
    @Param('fieldKey') key: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.fields.remove(access, key, precondition);
  }
}
