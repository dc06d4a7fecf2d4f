import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoginService } from './login.service.js';
import { SessionController } from './session.controller.js';
import { User } from './user.entity.js';

/** The host's users and their login. */
@Module({
  imports: [
    TypeOrmModule.forFeature([User]),
    JwtModule.registerAsync({ useFactory: () => ({ secret: process.env['JWT_SECRET'] }) }),
  ],
  controllers: [SessionController],
  providers: [LoginService],
  exports: [LoginService],
})
export class UsersModule {}
