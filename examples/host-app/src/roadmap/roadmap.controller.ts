import { Body, Controller, Get, Param, Post, Req, UseGuards } from '@nestjs/common';
import { IsInt, IsString, Matches, Min } from 'class-validator';
import { LoginGuard, type UserRequest } from '../users/login.guard.js';
import { type RoadmapRecord, RoadmapService } from './roadmap.service.js';

class PlanRequest {
  @IsString()
  title!: string;

  @Matches(/^\d{4}-Q[1-4]$/)
  quarter!: string;

  @IsInt()
  @Min(0)
  budget!: number;
}

@Controller('roadmap/:project')
@UseGuards(LoginGuard)
export class RoadmapController {
  constructor(private readonly roadmap: RoadmapService) {}

  @Post()
  async plan(
    @Req() { user }: UserRequest,
    @Param('project') project: string,
    @Body() { title, quarter, budget }: PlanRequest,
  ): Promise<{ feedback_id: string }> {
    return { feedback_id: await this.roadmap.plan(user, project, title, quarter, budget) };
  }

  @Get()
  list(@Req() { user }: UserRequest, @Param('project') project: string): Promise<RoadmapRecord[]> {
    return this.roadmap.list(user, project);
  }
}
