import { Body, Controller, Get, Param, Post, Req, UseGuards } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsString, Matches, Min } from 'class-validator';
import { LoginGuard, type UserRequest } from '../users/login.guard.js';
import { type ItemWithFeedback, type Plan, RoadmapService } from './roadmap.service.js';

class PlanRequest implements Plan {
  @ApiProperty() @IsString() title!: string;
  @ApiProperty({ example: '2027-Q1' }) @Matches(/^\d{4}-Q[1-4]$/) quarter!: string;
  @ApiProperty() @IsInt() @Min(0) budget!: number;
  @ApiProperty() @IsBoolean() confidential!: boolean;
}

@Controller('roadmap/:project')
@UseGuards(LoginGuard)
export class RoadmapController {
  constructor(private readonly roadmap: RoadmapService) {}

  @Post()
  async plan(
    @Req() { user }: UserRequest,
    @Param('project') project: string,
    @Body() plan: PlanRequest,
  ): Promise<{ feedback_id: string }> {
    return { feedback_id: await this.roadmap.plan(user, project, plan) };
  }

  @Get()
  list(@Req() { user }: UserRequest, @Param('project') project: string): Promise<ItemWithFeedback[]> {
    return this.roadmap.list(user, project);
  }
}
