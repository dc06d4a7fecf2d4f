import { Controller, Get, Patch } from '@nestjs/common';
import {
  type Caller,
  CurrentCaller,
  ReachedByBoundTokens,
  RequirePermission,
} from '../../../identity/index.js';
import { Operation, Operations, Preconditions } from '../../../platform/http/index.js';
import { JsonBody } from '../../../platform/input/index.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import { ownPermissions } from '../application/permissions.js';
import { PreferencesService } from '../application/preferences.service.js';
import type { PreferencesRecord } from '../domain/preferences.js';
import { UpdatePreferencesDto, PreferencesResponse } from './preferences.dto.js';

@Controller('me/preferences')
@Operations({ tag: 'Notifications' })
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  @Get()
  @ReachedByBoundTokens(true)
  @Operation({
    id: 'getPreferences',
    summary: "Get the caller's preferences",
    answer: PreferencesResponse,
  })
  @RequirePermission(ownPermissions.getPreferences)
  async read(@CurrentCaller() caller: Caller): Promise<Versioned<PreferencesRecord>> {
    return this.preferences.read(caller);
  }

  /** They apply to all projects, so a token that is bound to one does not change them. */
  @Patch()
  @Operation({
    id: 'updatePreferences',
    summary: "Update the caller's preferences",
    description: 'Omitted fields stay unchanged. Preferences apply to all projects.',
    answer: PreferencesResponse,
    body: { mail: 'daily', time_zone: 'Europe/Berlin' },
  })
  @RequirePermission(ownPermissions.updatePreferences)
  async update(
    @CurrentCaller() caller: Caller,
    @JsonBody() body: UpdatePreferencesDto,
    @Preconditions() precondition: Precondition,
  ): Promise<Versioned<PreferencesRecord>> {
    return this.preferences.update(caller, body.changes(), precondition);
  }
}
