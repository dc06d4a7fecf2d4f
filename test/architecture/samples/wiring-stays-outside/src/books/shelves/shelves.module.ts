export class ShelvesModule {}
