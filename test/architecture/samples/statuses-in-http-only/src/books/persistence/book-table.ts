import { Injectable, NotFoundException } from '@nestjs/common'; // refused

@Injectable()
export class BookTable {
  find(): never {
    throw new NotFoundException();
  }
}
