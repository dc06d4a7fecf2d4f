import { expect, it } from '@jest/globals';
import { Controller, Delete, Get, Module, Post } from '@nestjs/common';
import { HttpAdapterHost, ModulesContainer, RouterModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { ApiScan } from '../../../src/platform/http/api-scan.js';
import { RouteTable } from '../../../src/platform/http/route-table.js';

@Controller('books')
class BooksController {
  @Get()
  list(): void {}

  @Post()
  create(): void {}

  @Get(':bookId')
  read(): void {}

  @Delete('best-seller')
  remove(): void {}
}

@Module({ controllers: [BooksController] })
class BooksModule {}

it('returns the methods of each path of the application', async () => {
  const imports = [BooksModule, RouterModule.register([{ path: 'v1', module: BooksModule }])];
  const app = (await Test.createTestingModule({ imports }).compile()).createNestApplication();
  const layout = { path: '', docs: true, modules: [BooksModule] };
  const routes = new RouteTable(new ApiScan(app.get(ModulesContainer), app.get(HttpAdapterHost), layout));
  routes.add('/openapi.json', ['GET']);
  expect(
    Object.fromEntries(
      [
        ...['/v1/books', '/v1/Books/', '/v1/books/1', '/v1/books/best-seller'],
        ...['/books', '/v1/books/1/pages', '/v1/books//', '/openapi.json', '/openapi-json'],
      ].map((path) => [path, routes.methodsOf(path).join(', ')]),
    ),
  ).toEqual({
    '/v1/books': 'GET, HEAD, POST',
    '/v1/Books/': 'GET, HEAD, POST',
    '/v1/books/1': 'GET, HEAD',
    // Both routes match.
    '/v1/books/best-seller': 'DELETE, GET, HEAD',
    '/books': '',
    '/v1/books/1/pages': '',
    '/v1/books//': '',
    '/openapi.json': 'GET, HEAD',
    '/openapi-json': '',
  });
});
