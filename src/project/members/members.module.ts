import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { MemberQueries } from './application/member.queries.js';
import { MemberService } from './application/member.service.js';
import { MemberRepository } from './domain/member.repository.js';
import { MembersController } from './http/members.controller.js';
import { TypeormMemberRepository } from './persistence/typeorm-member.repository.js';

/** The members of projects. */
@Module({
  imports: [PeopleModule],
  controllers: [MembersController],
  providers: [MemberService, { provide: MemberRepository, useClass: TypeormMemberRepository }, MemberQueries],
  exports: [MemberService, MemberRepository, MemberQueries],
})
export class MembersModule {}
