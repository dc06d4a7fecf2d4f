import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { Injectable, UnauthorizedException } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { User } from './user.entity.js';

/** The login of the host: passwords, and JWTs that it signs itself. */
@Injectable()
export class LoginService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly jwt: JwtService,
  ) {}

  async register(user: Pick<User, 'email' | 'name' | 'admin'>, password: string): Promise<User> {
    const salt = randomBytes(16).toString('hex');
    return this.users.save(this.users.create({ ...user, password: `${salt}:${hash(password, salt)}` }));
  }

  /** Returns a JWT. */
  async logIn(email: string, password: string): Promise<string> {
    const user = await this.users.findOneBy({ email });
    const [salt = '', expected = ''] = user?.password.split(':') ?? [];
    const actual = hash(password, salt);
    if (!user || !timingSafeEqual(Buffer.from(actual), Buffer.from(expected)))
      throw new UnauthorizedException();
    return this.jwt.signAsync({ sub: user.id }, { expiresIn: '1h' });
  }

  /** Returns the user of a JWT; null if it is invalid. */
  async verify(token = ''): Promise<User | null> {
    const claims = await this.jwt.verifyAsync<{ sub: string }>(token).catch(() => null);
    return claims && this.users.findOneBy({ id: claims.sub });
  }
}

function hash(password: string, salt: string): string {
  return scryptSync(password, salt, 32).toString('hex');
}
