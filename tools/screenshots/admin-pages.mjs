/** The pages of the town's moderator. */
export async function adminPages({ page, open, shoot, logIn, logOut }) {
  await logIn('admin')
  for (const [name, path] of [
    ['admin-dashboard', '/admin'],
    ['admin-photos', '/admin/photos'],
    ['admin-members', '/admin/members'],
    ['admin-cases', '/admin/reports'],
  ]) {
    await open(path)
    await shoot(name)
  }
  await page
    .getByRole('link', { name: /Asking for money/ })
    .first()
    .click()
  await page.waitForURL(/\/admin\/reports\/\d+/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shoot('admin-case')
  await logOut()
}
