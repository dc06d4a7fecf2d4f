import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoginController } from './login.controller.js';
import { LoginService } from './login.service.js';
import { User } from './user.entity.js';

/** The host's users and their login. */
@Module({
  imports: [
    TypeOrmModule.forFeature([User]),
    JwtModule.register({ secret: process.env['JWT_SECRET'] ?? '', signOptions: { expiresIn: '1h' } }),
  ],
  controllers: [LoginController],
  providers: [LoginService],
  exports: [LoginService, TypeOrmModule],
})
export class UsersModule {}
