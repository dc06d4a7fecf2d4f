/** What is computed from companies and their people. The module that owns it registers this. */
export interface CompanyUsage {
  /**
   * Called in the unit of work in which a company is given another revenue, or is deleted, while its people still belong to
   * it. Nobody can begin to belong to it until the unit of work ends.
   */
  companyChanged(projectId: string, externalId: string): Promise<void>;

  /** Called in the unit of work in which a user begins or ceases to belong to a company. */
  userMoved(userId: string): Promise<void>;
}
