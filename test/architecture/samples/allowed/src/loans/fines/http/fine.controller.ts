import { HttpStatus } from '@nestjs/common';
import { created } from '../../http/loan.controller.js';
import { parts } from '../application/fine.service.js';

export const answers = [HttpStatus.ACCEPTED, created, parts];
