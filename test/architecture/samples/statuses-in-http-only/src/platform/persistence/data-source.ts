import { HttpStatus } from '@nestjs/common'; // refused

export const unavailable = HttpStatus.SERVICE_UNAVAILABLE;
