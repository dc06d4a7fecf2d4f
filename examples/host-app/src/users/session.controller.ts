import { Body, Controller, Delete, HttpCode, Post, Req } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsEmail, IsString } from 'class-validator';
import type { Request } from 'express';
import { LoginService } from './login.service.js';

class Credentials {
  @ApiProperty() @IsEmail() email!: string;
  @ApiProperty() @IsString() password!: string;
}

@Controller()
export class SessionController {
  constructor(private readonly login: LoginService) {}

  /** For browsers: the cookie of the session has the token, and scripts cannot read it. */
  @Post('session')
  @HttpCode(204)
  async signIn(@Body() { email, password }: Credentials, @Req() request: Request): Promise<void> {
    request.session = { token: await this.login.logIn(email, password) };
  }

  @Delete('session')
  @HttpCode(204)
  signOut(@Req() request: Request): void {
    request.session = null;
  }

  /** For programs, which send the token as `Authorization: Bearer`. */
  @Post('login')
  async logIn(@Body() { email, password }: Credentials): Promise<{ token: string }> {
    return { token: await this.login.logIn(email, password) };
  }
}
