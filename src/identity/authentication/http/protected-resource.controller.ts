import { Controller, Get, Req } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { Request } from 'express';
import { ApiRecord, Operation, Operations, Public } from '../../../platform/http/index.js';
import { type Scope, scopes } from '../domain/caller.js';
import { ProtectedResourceMetadata } from './protected-resource.metadata.js';

@ApiRecord('ProtectedResource', 'Protected resource metadata (RFC 9728).')
class ProtectedResourceResponse {
  static readonly example: ProtectedResourceResponse = {
    resource: 'https://feedback.example.com',
    authorization_servers: ['https://login.example.com'],
    scopes_supported: ['read', 'write', 'admin'],
    bearer_methods_supported: ['header'],
  };

  @ApiProperty({ description: 'URL of this API.' }) resource!: string;
  @ApiProperty({
    type: [String],
    required: false,
    description: 'Issuers whose access tokens are accepted. Absent if only tokens of this service are.',
  })
  authorization_servers?: string[];
  @ApiProperty({ enum: scopes, isArray: true, description: 'The scopes of this API.' })
  scopes_supported!: Scope[];
  @ApiProperty({ type: [String], description: 'How a token is sent.' }) bearer_methods_supported!: string[];
}

/** The protected resource metadata, at the well-known path outside of `/v1` (RFC 9728 §3). */
@Controller('.well-known/oauth-protected-resource')
@Operations({ tag: 'Tokens and users', isOperational: true })
@Public(true)
export class ProtectedResourceController {
  constructor(private readonly metadata: ProtectedResourceMetadata) {}

  @Get()
  @Operation({
    id: 'getProtectedResource',
    summary: 'Get the identity providers',
    description: 'Returns which identity providers issue access tokens for this API (RFC 9728).',
    answer: ProtectedResourceResponse,
  })
  read(@Req() request: Request): ProtectedResourceResponse {
    return this.metadata.document(request);
  }
}
