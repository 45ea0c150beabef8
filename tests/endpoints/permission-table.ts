import { everyone, type Who } from './permission-members'

/**
 * The permissions: a line for each call (or socket event) and each kind of thing it can name, a column for each
 * caller. `done`: succeeds and stores something. `read`: succeeds and stores nothing. The other cells are problems,
 * listed in permission-refusals.ts, which store nothing. permission-members.ts defines one's own things, Olive's and
 * those of nobody; Olive has blocked the caller in the column `block`. Texts, prompts and jobs have no owner, so both
 * are the same.
 */
const written = `
                                             visit  exp    unfin  restr  active prem   deact  susp   block  imper  moder  admin
# Sign-up and log-in
POST /api/login own                          wrong  done   done   done   done   done   done   susp   done   done   done   done
POST /api/login other                        wrong  wrong  wrong  wrong  wrong  wrong  wrong  wrong  wrong  wrong  wrong  wrong
POST /api/login unknown                      wrong  wrong  wrong  wrong  wrong  wrong  wrong  wrong  wrong  wrong  wrong  wrong
POST /api/logout -                           out    out    done   done   done   done   out    out    done   done   done   done
POST /api/forgot-password own                nobody done   done   done   done   done   done   done   done   done   done   done
POST /api/forgot-password other              done   done   done   done   done   done   done   done   done   done   done   done
POST /api/forgot-password unknown            nobody nobody nobody nobody nobody nobody nobody nobody nobody nobody nobody nobody
POST /api/request-access link own            nobody done   done   done   done   done   done   done   done   done   done   done
POST /api/request-access link other          done   done   done   done   done   done   done   done   done   done   done   done
POST /api/request-access link unknown        nobody nobody nobody nobody nobody nobody nobody nobody nobody nobody nobody nobody
POST /api/request-access code own            nobody done   done   done   done   done   done   done   done   done   done   done
POST /api/request-access code other          done   done   done   done   done   done   done   done   done   done   done   done
POST /api/request-access code unknown        nobody nobody nobody nobody nobody nobody nobody nobody nobody nobody nobody nobody
POST /api/change-password -                  out    out    way    way    way    way    out    out    way    act    way    done
GET /api/user -                              out    out    read   read   read   read   out    out    read   read   read   read
GET /api/sessions -                          out    out    read   read   read   read   out    out    read   read   read   read
DELETE /api/session own                      out    out    done   done   done   done   out    out    done   act    done   done
DELETE /api/session other                    out    out    read   read   read   read   out    out    read   act    read   read
DELETE /api/session unknown                  out    out    read   read   read   read   out    out    read   act    read   read
POST /api/signup -                           done   done   done   done   done   done   done   done   done   done   done   done
GET /api/check-email own                     read   taken  taken  taken  taken  taken  taken  taken  taken  taken  taken  taken
GET /api/check-email other                   taken  taken  taken  taken  taken  taken  taken  taken  taken  taken  taken  taken
GET /api/check-email unknown                 read   read   read   read   read   read   read   read   read   read   read   read
POST /api/activate-profile -                 out    out    done   read   read   read   out    out    read   read   read   read
# Passkeys, two-step verification, re-authentication
POST /api/passkey-options -                  done   out    done   done   done   done   out    out    done   act    done   done
POST /api/passkey-login -                    late   late   late   late   late   late   late   late   late   late   late   late
POST /api/passkey-register-options -         out    out    unf    done   done   done   out    out    done   act    done   done
POST /api/passkey-register -                 out    out    unf    late   late   late   out    out    late   act    late   late
GET /api/passkeys -                          out    out    unf    read   read   read   out    out    read   act    read   read
POST /api/passkey-delete own                 out    out    unf    done   done   done   out    out    done   act    done   done
POST /api/passkey-delete other               out    out    unf    nopass nopass nopass out    out    nopass act    nopass nopass
POST /api/passkey-delete unknown             out    out    unf    nopass nopass nopass out    out    nopass act    nopass nopass
POST /api/two-step-start -                     out    out    unf    done   done   done   out    out    done   act    done   done
POST /api/two-step-confirm -                   out    out    unf    begin  begin  begin  out    out    begin  act    begin  begin
POST /api/two-step-off -                       out    out    unf    off    off    off    out    out    off    act    off    off
POST /api/recovery-codes -                   out    out    unf    off    off    off    out    out    off    act    off    off
POST /api/login-two-step -                     notick notick notick notick notick notick notick notick notick notick notick notick
POST /api/reauthenticate -                            out    out    unf    done   done   done   out    out    done   act    done   done
POST /api/undo -                             noundo noundo noundo noundo noundo noundo noundo noundo noundo noundo noundo noundo
# Own profile and photos, places
POST /api/user -                             out    out    done   done   done   done   out    out    done   done   done   done
POST /api/profile-auto-save tagline -        out    out    done   done   done   done   out    out    done   done   done   done
POST /api/profile-auto-save username -       out    out    prem   prem   prem   done   out    out    prem   prem   prem   prem
POST /api/update-discussion-prompts own      out    out    done   done   done   done   out    out    done   done   done   done
POST /api/update-discussion-prompts other    out    out    done   done   done   done   out    out    done   done   done   done
POST /api/update-discussion-prompts unknown  out    out    noask  noask  noask  noask  out    out    noask  noask  noask  noask
GET /api/photos -                            out    out    read   read   read   read   out    out    read   read   read   read
POST /api/photos -                           out    out    done   done   done   done   out    out    done   done   done   done
DELETE /api/photo own                        out    out    done   done   done   done   out    out    done   done   done   done
DELETE /api/photo other                      out    out    nopic  nopic  nopic  nopic  out    out    nopic  nopic  nopic  nopic
DELETE /api/photo unknown                    out    out    nopic  nopic  nopic  nopic  out    out    nopic  nopic  nopic  nopic
POST /api/change-main-photo own              out    out    read   read   read   read   out    out    read   read   read   read
POST /api/change-main-photo other            out    out    nopic  nopic  nopic  nopic  out    out    nopic  nopic  nopic  nopic
POST /api/change-main-photo unknown          out    out    nopic  nopic  nopic  nopic  out    out    nopic  nopic  nopic  nopic
POST /api/photos-order own                   out    out    done   done   some   some   out    out    done   done   done   done
POST /api/photos-order other                 out    out    nopic  nopic  nopic  nopic  out    out    nopic  nopic  nopic  nopic
POST /api/photos-order unknown               out    out    nopic  nopic  nopic  nopic  out    out    nopic  nopic  nopic  nopic
GET /api/tags -                              out    out    read   read   read   read   out    out    read   read   read   read
GET /api/cities -                            read   read   read   read   read   read   read   read   read   read   read   read
GET /api/place -                             read   read   read   read   read   read   read   read   read   read   read   read
# Other members
GET /api/users recent -                      out    out    unf    read   read   read   out    out    read   read   read   read
GET /api/users viewed-me -                   out    out    unf    done   done   done   out    out    done   read   done   done
GET /api/for-you -                           out    out    unf    done   done   done   out    out    done   read   done   done
GET /api/preferences -                            out    out    unf    read   read   read   out    out    read   read   read   read
POST /api/preferences -                           out    out    unf    done   done   done   out    out    done   done   done   done
GET /api/search filters -                    out    out    unf    read   read   read   out    out    read   read   read   read
GET /api/search saved own                    out    out    unf    done   done   done   out    out    done   read   done   done
GET /api/search saved other                  out    out    unf    nosrch nosrch nosrch out    out    nosrch nosrch nosrch nosrch
GET /api/search saved unknown                out    out    unf    nosrch nosrch nosrch out    out    nosrch nosrch nosrch nosrch
GET /api/saved-searches -                    out    out    unf    read   read   read   out    out    read   read   read   read
POST /api/saved-search add -                 out    out    unf    done   done   done   out    out    done   done   done   done
POST /api/saved-search change own            out    out    unf    done   done   done   out    out    done   done   done   done
POST /api/saved-search change other          out    out    unf    nosrch nosrch nosrch out    out    nosrch nosrch nosrch nosrch
POST /api/saved-search change unknown        out    out    unf    nosrch nosrch nosrch out    out    nosrch nosrch nosrch nosrch
POST /api/saved-search-delete own            out    out    unf    done   done   done   out    out    done   done   done   done
POST /api/saved-search-delete other          out    out    unf    nosrch nosrch nosrch out    out    nosrch nosrch nosrch nosrch
POST /api/saved-search-delete unknown        out    out    unf    nosrch nosrch nosrch out    out    nosrch nosrch nosrch nosrch
GET /api/view-profile own                    out    out    unf    read   read   read   out    out    read   read   read   read
GET /api/view-profile other                  out    out    unf    done   done   done   out    out    gone   read   done   done
GET /api/view-profile unknown                out    out    unf    gone   gone   gone   out    out    gone   gone   gone   gone
GET /api/questions -                         out    out    unf    read   read   read   out    out    read   act    read   read
POST /api/answer -                           out    out    unf    done   done   done   out    out    done   act    done   done
POST /api/answer-clear -                     out    out    unf    read   read   read   out    out    read   act    read   read
POST /api/questions-consent -                out    out    unf    done   done   done   out    out    done   act    done   done
GET /api/shared-questions own                out    out    unf    read   read   read   out    out    read   read   read   read
GET /api/shared-questions other              out    out    unf    read   read   read   out    out    gone   read   read   read
GET /api/shared-questions unknown            out    out    unf    gone   gone   gone   out    out    gone   gone   gone   gone
POST /api/user-action like own               out    out    unf    self   self   self   out    out    self   act    self   self
POST /api/user-action like other             out    out    unf    done   done   done   out    out    gone   act    done   done
POST /api/user-action like unknown           out    out    unf    gone   gone   gone   out    out    gone   act    gone   gone
POST /api/user-action fav own                out    out    unf    self   self   self   out    out    self   self   self   self
POST /api/user-action fav other              out    out    unf    done   done   done   out    out    gone   done   done   done
POST /api/user-action fav unknown            out    out    unf    gone   gone   gone   out    out    gone   gone   gone   gone
POST /api/user-action unfav own              out    out    unf    self   self   self   out    out    self   self   self   self
POST /api/user-action unfav other            out    out    unf    read   read   read   out    out    gone   read   read   read
POST /api/user-action unfav unknown          out    out    unf    gone   gone   gone   out    out    gone   gone   gone   gone
POST /api/user-action rose own               out    out    unf    self   self   self   out    out    self   act    self   self
POST /api/user-action rose other             out    out    unf    done   done   done   out    out    gone   act    done   done
POST /api/user-action rose unknown           out    out    unf    gone   gone   gone   out    out    gone   act    gone   gone
POST /api/user-action block own              out    out    unf    self   self   self   out    out    self   self   self   self
POST /api/user-action block other            out    out    unf    done   done   done   out    out    gone   done   done   done
POST /api/user-action block unknown          out    out    unf    gone   gone   gone   out    out    gone   gone   gone   gone
POST /api/user-action unblock own            out    out    unf    self   self   self   out    out    self   self   self   self
POST /api/user-action unblock other          out    out    unf    read   read   read   out    out    gone   read   read   read
POST /api/user-action unblock unknown        out    out    unf    gone   gone   gone   out    out    gone   gone   gone   gone
POST /api/user-action not-interested own     out    out    unf    self   self   self   out    out    self   act    self   self
POST /api/user-action not-interested other   out    out    unf    done   done   done   out    out    gone   act    done   done
POST /api/user-action not-interested unknown out    out    unf    gone   gone   gone   out    out    gone   act    gone   gone
POST /api/user-action interested-again own   out    out    unf    self   self   self   out    out    self   act    self   self
POST /api/user-action interested-again other out    out    unf    read   read   read   out    out    gone   act    read   read
POST /api/user-action interested-again unknown out    out    unf    gone   gone   gone   out    out    gone   act    gone   gone
GET /api/not-interested -                    out    out    unf    read   read   read   out    out    read   read   read   read
GET /api/verification -                      out    out    unf    read   read   read   out    out    read   read   read   read
POST /api/verification-start -               out    out    unf    done   done   done   out    out    done   act    waits  waits
POST /api/verification -                     out    out    unf    fewpic fewpic fewpic out    out    fewpic act    fewpic fewpic
POST /api/ask-to-verify own                  out    out    unf    self   self   self   out    out    self   act    self   self
POST /api/ask-to-verify other                out    out    unf    done   done   done   out    out    gone   act    done   done
POST /api/ask-to-verify unknown              out    out    unf    gone   gone   gone   out    out    gone   act    gone   gone
POST /api/report-user own                    out    out    unf    self   self   self   out    out    self   act    self   self
POST /api/report-user other                  out    out    unf    done   done   done   out    out    done   act    done   done
POST /api/report-user unknown                out    out    unf    gone   gone   gone   out    out    gone   act    gone   gone
POST /api/scam-warning-dismiss own           out    out    unf    self   self   self   out    out    self   act    self   self
POST /api/scam-warning-dismiss other         out    out    unf    read   read   read   out    out    gone   act    read   read
POST /api/scam-warning-dismiss unknown       out    out    unf    gone   gone   gone   out    out    gone   act    gone   gone
GET /api/past-contacts -                     out    out    unf    read   read   read   out    out    read   read   read   read
GET /api/safety-notices -                    out    out    unf    read   read   read   out    out    read   read   read   read
POST /api/safety-notice-seen own             out    out    unf    done   done   done   out    out    done   act    done   done
POST /api/safety-notice-seen other           out    out    unf    nonote nonote nonote out    out    nonote act    nonote nonote
POST /api/safety-notice-seen unknown         out    out    unf    nonote nonote nonote out    out    nonote act    nonote nonote
GET /api/my-reports -                        out    out    unf    read   read   read   out    out    read   act    read   read
GET /api/appeal own                          read   read   read   read   read   read   read   read   read   read   read   read
GET /api/appeal other                        nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey
GET /api/appeal unknown                      nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey
POST /api/appeal own                         done   done   done   done   done   done   done   done   done   done   done   done
POST /api/appeal other                       nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey
POST /api/appeal unknown                     nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey  nokey
GET /api/messages -                          out    out    unf    read   read   read   out    out    read   read   read   read
GET /api/notifications -                     out    out    unf    read   read   read   out    out    read   read   read   read
# Dates and check-ins
GET /api/dates -                             out    out    unf    read   read   read   out    out    read   read   read   read
GET /api/date-calendar own                   out    out    unf    read   read   read   out    out    read   read   read   read
GET /api/date-calendar other                 out    out    unf    nodate nodate nodate out    out    nodate nodate nodate nodate
GET /api/date-calendar unknown               out    out    unf    nodate nodate nodate out    out    nodate nodate nodate nodate
POST /api/check-in -                         out    out    unf    confme confme confme out    out    confme act    done   done
POST /api/check-in-answer own                out    out    unf    done   done   done   out    out    done   act    done   done
POST /api/check-in-answer other              out    out    unf    nocin  nocin  nocin  out    out    nocin  act    nocin  nocin
POST /api/check-in-answer unknown            out    out    unf    nocin  nocin  nocin  out    out    nocin  act    nocin  nocin
POST /api/check-in-delete own                out    out    unf    done   done   done   out    out    done   act    done   done
POST /api/check-in-delete other              out    out    unf    nocin  nocin  nocin  out    out    nocin  act    nocin  nocin
POST /api/check-in-delete unknown            out    out    unf    nocin  nocin  nocin  out    out    nocin  act    nocin  nocin
POST /api/contact -                          nocont nocont nocont nocont nocont nocont nocont nocont nocont nocont nocont nocont
GET /api/own-check-in -                      nocin  nocin  nocin  nocin  nocin  nocin  nocin  nocin  nocin  nocin  nocin  nocin
POST /api/own-check-in-answer -              nocin  nocin  nocin  nocin  nocin  nocin  nocin  nocin  nocin  nocin  nocin  nocin
POST /api/contact-answer -                   nocont nocont nocont nocont nocont nocont nocont nocont nocont nocont nocont nocont
GET /api/alert -                             noalrt noalrt noalrt noalrt noalrt noalrt noalrt noalrt noalrt noalrt noalrt noalrt
POST /api/date-feedback own                  out    out    unf    done   done   done   out    out    done   act    done   done
POST /api/date-feedback other                out    out    unf    nodate nodate nodate out    out    nodate act    nodate nodate
POST /api/date-feedback unknown              out    out    unf    nodate nodate nodate out    out    nodate act    nodate nodate
POST /api/date-feedback-delete own           out    out    unf    read   read   read   out    out    read   act    read   read
POST /api/date-feedback-delete other         out    out    unf    nodate nodate nodate out    out    nodate act    nodate nodate
POST /api/date-feedback-delete unknown       out    out    unf    nodate nodate nodate out    out    nodate act    nodate nodate
# Settings and account
GET /api/settings -                          read   read   read   read   read   read   read   read   read   read   read   read
GET /api/user-settings -                     out    out    unf    read   read   read   out    out    read   read   read   read
POST /api/settings-auto-save summaries -     out    out    unf    done   done   done   out    out    done   done   done   done
POST /api/settings-auto-save stealth_mode -  out    out    unf    prem   prem   done   out    out    prem   prem   prem   prem
POST /api/verify-email -                     out    out    unf    done   done   done   out    out    done   done   conf   conf
POST /api/change-email -                     out    out    unf    done   done   done   out    out    done   act    done   done
POST /api/settings-change-password -         out    out    unf    done   done   done   out    out    done   act    done   done
POST /api/settings-auto-save paused -        out    out    unf    done   done   done   out    out    done   done   done   done
POST /api/settings-auto-save suggestions -   out    out    unf    done   done   done   out    out    done   done   done   done
POST /api/settings-auto-save notify_likes -  out    out    unf    done   done   done   out    out    done   done   done   done
POST /api/settings-auto-save time_zone -     out    out    unf    done   done   done   out    out    done   act    done   done
GET /api/push-key -                          out    out    unf    nopush nopush nopush out    out    nopush nopush nopush nopush
POST /api/push-subscription -                out    out    unf    nopush nopush nopush out    out    nopush act    nopush nopush
POST /api/push-subscription-renew -          nopush nopush nopush nopush nopush nopush nopush nopush nopush nopush nopush nopush
POST /api/push-subscription-delete -         out    out    unf    nopush nopush nopush out    out    nopush act    nopush nopush
GET /api/blocked-users -                     out    out    unf    read   read   read   out    out    read   read   read   read
GET /api/people-i-know -                     out    out    unf    read   read   read   out    out    read   read   read   read
POST /api/people-i-know -                    out    out    unf    done   done   done   out    out    done   act    done   done
POST /api/people-i-know-clear -              out    out    unf    read   read   read   out    out    read   act    read   read
POST /api/deactivate-account -               out    out    unf    prem   prem   done   out    out    prem   prem   prem   prem
DELETE /api/account -                        out    out    done   done   done   done   out    out    done   act    done   done
GET /api/my-data -                           out    out    read   read   read   read   out    out    read   act    read   read
POST /api/unsubscribe own                    done   done   done   done   done   done   done   done   done   done   done   done
POST /api/unsubscribe other                  done   done   done   done   done   done   done   done   done   done   done   done
POST /api/unsubscribe unknown                nolink nolink nolink nolink nolink nolink nolink nolink nolink nolink nolink nolink
# Admin
GET /api/admin/overview -                    out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
GET /api/admin/workload -                    out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
GET /api/admin/photos -                      out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
GET /api/admin/photo-bank -                  out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
POST /api/admin/photo-claim -                out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
POST /api/admin/photo-decision own           out    out    unf    mod    mod    mod    out    out    mod    mod    mypic  mypic
POST /api/admin/photo-decision other         out    out    unf    mod    mod    mod    out    out    mod    mod    done   done
POST /api/admin/photo-decision unknown       out    out    unf    mod    mod    mod    out    out    mod    mod    nopic  nopic
GET /api/admin/verifications -               out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
POST /api/admin/verification-claim -         out    out    unf    mod    mod    mod    out    out    mod    mod    done   done
POST /api/admin/verification-decision own    out    out    unf    mod    mod    mod    out    out    mod    mod    mycam  mycam
POST /api/admin/verification-decision other  out    out    unf    mod    mod    mod    out    out    mod    mod    done   done
POST /api/admin/verification-decision unknown out    out    unf    mod    mod    mod    out    out    mod    mod    nocam  nocam
POST /api/admin/verification-remove own      out    out    unf    mod    mod    mod    out    out    mod    mod    mycam  mycam
POST /api/admin/verification-remove other    out    out    unf    mod    mod    mod    out    out    mod    mod    nobadg nobadg
POST /api/admin/verification-remove unknown  out    out    unf    mod    mod    mod    out    out    mod    mod    nobadg nobadg
GET /api/admin/reports -                     out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
GET /api/admin/report own                    out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
GET /api/admin/report other                  out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
GET /api/admin/report unknown                out    out    unf    mod    mod    mod    out    out    mod    mod    nocase nocase
POST /api/admin/report-next -                out    out    unf    mod    mod    mod    out    out    mod    mod    done   done
POST /api/admin/report-take own              out    out    unf    mod    mod    mod    out    out    mod    mod    party  party
POST /api/admin/report-take other            out    out    unf    mod    mod    mod    out    out    mod    mod    done   done
POST /api/admin/report-take unknown          out    out    unf    mod    mod    mod    out    out    mod    mod    nocase nocase
POST /api/admin/report-decision own          out    out    unf    mod    mod    mod    out    out    mod    mod    party  party
POST /api/admin/report-decision other        out    out    unf    mod    mod    mod    out    out    mod    mod    done   done
POST /api/admin/report-decision unknown      out    out    unf    mod    mod    mod    out    out    mod    mod    nocase nocase
POST /api/admin/appeal-decision own          out    out    unf    mod    mod    mod    out    out    mod    mod    party  party
POST /api/admin/appeal-decision other        out    out    unf    mod    mod    mod    out    out    mod    mod    done   done
POST /api/admin/appeal-decision unknown      out    out    unf    mod    mod    mod    out    out    mod    mod    nocase nocase
GET /api/admin/reply-templates -             out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
POST /api/admin/reply-template add -         out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
POST /api/admin/reply-template change own    out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
POST /api/admin/reply-template change other  out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
POST /api/admin/reply-template change unknown out   out    unf    adm    adm    adm    out    out    adm    adm    adm    notext
GET /api/admin/members -                     out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
GET /api/admin/member own                    out    out    unf    mod    mod    mod    out    out    mod    mod    staff  read
GET /api/admin/member other                  out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
GET /api/admin/member unknown                out    out    unf    mod    mod    mod    out    out    mod    mod    gone   gone
POST /api/admin/member notes own             out    out    unf    mod    mod    mod    out    out    mod    mod    self   self
POST /api/admin/member notes other           out    out    unf    mod    mod    mod    out    out    mod    mod    done   done
POST /api/admin/member notes unknown         out    out    unf    mod    mod    mod    out    out    mod    mod    gone   gone
POST /api/admin/member premium own           out    out    unf    mod    mod    mod    out    out    mod    mod    adm    done
POST /api/admin/member premium other         out    out    unf    mod    mod    mod    out    out    mod    mod    adm    done
POST /api/admin/member premium unknown       out    out    unf    mod    mod    mod    out    out    mod    mod    adm    gone
POST /api/admin/member status own            out    out    unf    mod    mod    mod    out    out    mod    mod    self   self
POST /api/admin/member status other          out    out    unf    mod    mod    mod    out    out    mod    mod    done   done
POST /api/admin/member status unknown        out    out    unf    mod    mod    mod    out    out    mod    mod    gone   gone
POST /api/admin/member role own              out    out    unf    mod    mod    mod    out    out    mod    mod    adm    self
POST /api/admin/member role other            out    out    unf    mod    mod    mod    out    out    mod    mod    adm    done
POST /api/admin/member role unknown          out    out    unf    mod    mod    mod    out    out    mod    mod    adm    gone
GET /api/admin/bulk-candidates -             out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
POST /api/admin/bulk-suspend own             out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
POST /api/admin/bulk-suspend other           out    out    unf    mod    mod    mod    out    out    mod    mod    done   done
POST /api/admin/bulk-suspend unknown         out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
POST /api/admin/bulk-undo -                  out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
GET /api/admin/bulk-suspensions -            out    out    unf    mod    mod    mod    out    out    mod    mod    read   read
POST /api/admin/invite -                     out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
POST /api/admin/impersonate own              out    out    unf    adm    adm    adm    out    out    adm    adm    adm    self
POST /api/admin/impersonate other            out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
POST /api/admin/impersonate unknown          out    out    unf    adm    adm    adm    out    out    adm    adm    adm    gone
GET /api/admin/settings -                    out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
POST /api/admin/settings -                   out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
GET /api/admin/prompts -                     out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
POST /api/admin/prompt add -                 out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
POST /api/admin/prompt change own            out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
POST /api/admin/prompt change other          out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
POST /api/admin/prompt change unknown        out    out    unf    adm    adm    adm    out    out    adm    adm    adm    notext
GET /api/admin/tips -                        out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
POST /api/admin/tip add -                    out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
POST /api/admin/tip change own               out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
POST /api/admin/tip change other             out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
POST /api/admin/tip change unknown           out    out    unf    adm    adm    adm    out    out    adm    adm    adm    notext
GET /api/admin/audit own                     out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
GET /api/admin/audit other                   out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
GET /api/admin/audit unknown                 out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
GET /api/admin/audit-csv own                 out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
GET /api/admin/audit-csv other               out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
GET /api/admin/audit-csv unknown             out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
GET /api/admin/system -                      out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
POST /api/admin/test-email -                 out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
POST /api/admin/job-retry own                out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
POST /api/admin/job-retry other              out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
POST /api/admin/job-retry unknown            out    out    unf    adm    adm    adm    out    out    adm    adm    adm    nojob
POST /api/admin/photo-cleanup -              out    out    unf    adm    adm    adm    out    out    adm    adm    adm    same
POST /api/admin/photo-bank-remove -          out    out    unf    adm    adm    adm    out    out    adm    adm    adm    nobank
GET /api/admin/exposure -                    out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
GET /api/admin/scam-rules -                  out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
POST /api/admin/scam-rule -                  out    out    unf    adm    adm    adm    out    out    adm    adm    adm    done
GET /api/admin/transparency -                out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
GET /api/admin/transparency-csv -            out    out    unf    adm    adm    adm    out    out    adm    adm    adm    read
# Sockets
socket connect -                             out    out    unf    read   read   read   out    out    read   read   read   read
socket fetchMessages own                     out    out    unf    self   self   self   out    out    self   self   self   self
socket fetchMessages other                   out    out    unf    read   read   read   out    out    gone   read   read   read
socket fetchMessages unknown                 out    out    unf    gone   gone   gone   out    out    gone   gone   gone   gone
socket sendMessage own                       out    out    unf    self   self   self   out    out    self   act    self   self
socket sendMessage other                     out    out    unf    done   done   done   out    out    gone   act    done   done
socket sendMessage unknown                   out    out    unf    gone   gone   gone   out    out    gone   act    gone   gone
socket markRead own                          out    out    unf    done   done   done   out    out    nomsg  read   done   done
socket markRead other                        out    out    unf    nomsg  nomsg  nomsg  out    out    nomsg  nomsg  nomsg  nomsg
socket markRead unknown                      out    out    unf    nomsg  nomsg  nomsg  out    out    nomsg  nomsg  nomsg  nomsg
socket delete own                            out    out    unf    done   done   done   out    out    nomsg  act    done   done
socket delete other                          out    out    unf    nomsg  nomsg  nomsg  out    out    nomsg  act    nomsg  nomsg
socket delete unknown                        out    out    unf    nomsg  nomsg  nomsg  out    out    nomsg  act    nomsg  nomsg
socket react own                             out    out    unf    done   done   done   out    out    nomsg  act    done   done
socket react other                           out    out    unf    nomsg  nomsg  nomsg  out    out    nomsg  act    nomsg  nomsg
socket react unknown                         out    out    unf    nomsg  nomsg  nomsg  out    out    nomsg  act    nomsg  nomsg
socket planDate own                          out    out    unf    self   self   self   out    out    self   act    self   self
socket planDate other                        out    out    unf    done   done   done   out    out    gone   act    done   done
socket planDate unknown                      out    out    unf    gone   gone   gone   out    out    gone   act    gone   gone
socket answerDate own                        out    out    unf    done   done   done   out    out    done   act    done   done
socket answerDate other                      out    out    unf    nodate nodate nodate out    out    nodate act    nodate nodate
socket answerDate unknown                    out    out    unf    nodate nodate nodate out    out    nodate act    nodate nodate
# An event that must not reveal anything always succeeds.
socket typing own                            out    out    unf    self   self   self   out    out    self   act    self   self
socket typing other                          out    out    unf    read   read   read   out    out    read   act    read   read
socket typing unknown                        out    out    unf    read   read   read   out    out    read   act    read   read
`

/** 'GET /api/photos -' -> the outcome for each caller. */
export const permissions = new Map(
  written
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#') && !line.startsWith(' '))
    .map((line): [string, Record<Who, string>] => {
      const label = line.split(/\s+/)
      const cells = label.splice(-everyone.length)
      return [
        label.join(' '),
        Object.fromEntries(everyone.map((who, n) => [who, cells[n]])) as Record<Who, string>,
      ]
    }),
)
