import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ProjectModule } from '../project/index.js';
import { McpController } from './http/mcp.controller.js';
import { McpServers } from './http/mcp-servers.js';
import { CallableOperations } from './http/callable-operations.js';
import { ToolCalls } from './http/tool-calls.js';

/**
 * Tools for assistants over the Model Context Protocol (MCP). They call operations of the other modules by their ids, so a
 * tool exists if the module of its operation does.
 */
@Module({
  imports: [DiscoveryModule, ProjectModule],
  controllers: [McpController],
  providers: [McpServers, CallableOperations, ToolCalls],
})
export class AssistantsModule {}
