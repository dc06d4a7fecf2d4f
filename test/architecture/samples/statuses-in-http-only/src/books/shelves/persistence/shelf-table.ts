import { HttpStatus } from '@nestjs/common'; // refused

export const found = HttpStatus.OK;
