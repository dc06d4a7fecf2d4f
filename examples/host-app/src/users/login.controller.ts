import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { IsEmail, IsString } from 'class-validator';
import { LoginService } from './login.service.js';

class LoginRequest {
  @IsEmail()
  email!: string;

  @IsString()
  password!: string;
}

@Controller('login')
export class LoginController {
  constructor(private readonly login: LoginService) {}

  @Post()
  @HttpCode(200)
  async logIn(@Body() { email, password }: LoginRequest): Promise<{ token: string }> {
    return { token: await this.login.logIn(email, password) };
  }
}
