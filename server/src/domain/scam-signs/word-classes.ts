/**
 * Words by what they name, as a dictionary would put them together, whatever a rule makes of them: the learnt wording
 * (wording.ts) weighs the class where a word itself has never been seen. Written as the lexicon is.
 */
export const wordClasses = {
  // Money and its ways
  'a coin':
    'crypto*|bitcoin|btc|ethereum|eth|ether|usdt|usdc|tether|dogecoin|doge|litecoin|ripple|xrp|solana|altcoin|stablecoin|nft|blockchain|defi|web3|binance|coinbase|coinspot|kraken|bybit|okx|kucoin|swyftx|metamask|trust wallet|cold wallet|wallet address|airdrop|staking|mining pool|liquidity|smart contract|digital currency|digital asset|digital dollar|coin|coins|ai coin|new coin',
  'a market':
    'trade|trading|trader|invest*|forex|fx|broker*|portfolio|stock|shares|futures|commodit*|gold market|the market|hedge fund|index fund|etf|dividend|leverage|margin|arbitrage|candlestick|bull run|bear market|signal group|the signal|trading signal|copy trading|metatrader|mt4|mt5|analyst|algorithm|trading bot|quant*|ipo|presale|pre sale|pre listing|whale|day trading|contract trading|short contract|spot gold|asic registered|wealth|financial freedom|compound|allocation|annuity|bond market|yield|positions|trading bot|short contracts|the next order|candles|day trade',
  'a gain':
    'profit|gain|returns|roi|earn|earning|income|payout|withdraw*|cash out|double your|triple|multiply|guarantee*|risk free|zero risk|no risk|passive|commission|bonus|reward|win rate|per day|per week|weekly|per month|each week|every week|while i sleep|while you sleep|millionaire|wealthy|retire early|never work|quit my job|be your own boss|own boss|side hustle|easy money|extra money|second income|grow it|multiply it|recovered',
  'a mentor':
    'mentor|tutor|professor|my uncle|insider|inside info*|inside news|expert|my team|my group|vip group|vip|private group|closed group|teach you|guide you|show you how|walk you through|step by step|help you start|introduce you|let you in|join me|join us|copy me|follow my|hand in hand|take you by the hand|my student|referral|invitation code|invite code|my moves|my positions|my strategy|copy my|set it up for you|my analyst',
  'a payment service':
    'western union|moneygram|money gram|remitly|world remit|worldremit|sendwave|transferwise|revolut|paypal|pay pal|payid|pay id|osko|beem|beemit|cash app|cashapp|venmo|zelle|gcash|g cash|palawan|mpesa|m pesa|mobile money|bank wire|wire transfer|bank transfer|money order|cheque|check by|e check|cashier check|bitcoin atm|crypto atm|bpay|skrill|neteller|perfect money|alipay|wechat pay|payoneer|apple pay|chime|interac|bizum|paytm|upi',
  'a gift card':
    'gift card|giftcard|gift cards|gift code|e gift|egift|gift voucher|voucher|steam|itunes|i tunes|apple card|apple gift|google play|google card|play card|razer|razer gold|xbox|playstation|psn|roblox|v bucks|sephora|jb hi fi|prepaid|neosurf|flexepin|paysafe*|mastercard gift|visa gift|amex gift|netflix card|uber gift|scratch*|redeem|top up card|card code|voucher code|ecard|e card|fortnite|gaming card|game card|store card',
  'to lend':
    'lend|loan|borrow|spot me|front me|bail|bung me|advance|sub me|tide me|help me out|help me pay|help me with the|contribute|donate|sponsor|assist|assistance|support me|rescue|save me|cover it|cover the|cover my|cover for me|put it through|pay it for|pay for me|settle|top me up|fund me|send me money|send me some|send me the money|transfer me|transfer to|wire me|wire it|remit|deposit|deposit it|transfer it|front it|front the|advance it|settle it|settle the|settle my|send it through|send it by|help me settle|still lacking|i am lacking',
  'to give back':
    'pay you back|pay u back|pay it back|pay back|repay|reimburse*|refund|refundable|give it back|give you back|give back|send it back|sent back|return it|back to you|back in your account|owe you|settle with you|make it up|square up|when i land|once i land|when i get back|on my return|with interest|double|threefold|fix you up|promise|swear|my word|cross my heart|good for it|iou|signed note|in writing',
  'a fee':
    'fee|charge|levy|duty|tax|stamp|stamp duty|clearance|customs|demurrage|deposit|upfront|up front|advance payment|down payment|penalty|bond|activation|activate|registration|processing|handling|release|unlock|unfreeze|verification payment|starter kit|starter pack|induction|admin cost|notary|lawyer|attorney|barrister|solicitor|insurance|affidavit|inspection|storage|arrears|outstanding|bribe|commission|premium|shortfall|bill of|buy in|shipper|freight|retainer|upkeep|registration fee',
  'a parcel':
    'parcel|package|consignment|courier|dhl|fedex|auspost|delivery|deliver|shipment|shipped|trunk|briefcase|safe box|vault|safe deposit|security company|diplomat*|diplomatic|tracking number|tracking|warehouse|depot|envelope|cargo|customs officer',
  'a fortune':
    'inherit*|estate|will of|his will|her will|the will|probate|heir|heiress|next of kin|beneficiary|million|millions|lottery|jackpot|prize|winner|have won|you won|compensation|settlement|awarded|payout|dormant|unclaimed|gold bar|gold dust|kilo of gold|gold|diamonds|jewels|treasure|trust fund|foundation|late father|late husband|late wife|late client|deed|bequeath|donation|valued at|bunker|metal box|metal boxes|donate to',
  // Who says it, and from where
  'far away':
    'army|military|soldier|colonel|captain|sergeant|sgt|lieutenant|marine|navy|nato|deploy*|peacekeep*|united nations|un doctor|with un|msf|red cross|mission|war zone|commander|veteran|offshore|oil rig|rig|drilling|pipeline|platform worker|vessel|at sea|sailor|seafarer|engineer|contractor|contract in|surgeon|widow*|widower|orphan|single mum|single mother|single father|syria|yemen|kabul|afghanistan|iraq|iran|ukraine|russia|ghana|accra|lagos|nigeria|benin|togo|ivory coast|abidjan|cotonou|senegal|kenya|uganda|south africa|somalia|libya|istanbul|dubai|doha|qatar|kuwait|malaysia|kuala lumpur|jakarta|manila|cebu|bangkok|hong kong|singapore|taipei|kazakhstan|north sea|baltic|gulf of|overseas|abroad',
  'a trouble':
    'hospital|clinic|surgery|operate|operation|doctor|medicine|medication|medical|chemist|treatment|oxygen|coma|accident|crash|crashed|injur*|broken leg|fever|sick|dying|cancer|emergency|urgent|stranded|stuck|robbed|mugged|stole|stolen|snatched|pinched|broken into|attacked|pirates|arrest*|detained|jail|cell|bail|embassy|consulate|immigration|overstay*|evict*|kicked out|kick me|throw me out|landlord|homeless|rent is|overdue|starving|hungry|no food|funeral|burial|passed away|frozen|blocked|locked out|locked|declined|maxed|expired|suspended|bankrupt|flood|typhoon|earthquake|collapsed|broke down|repair|spare part|tow|fuel|school fees|school fee|tuition|electricity|cut off|no money|no cash|short of|desperate|in trouble|big problem|terrible news|bad news|nightmare',
  'a plea':
    "my dear|dear|honey|hun|darling|my love|my queen|my king|sweetheart|sweetie|babe|baby|princess|angel|my heart|soulmate|soul mate|destiny|fate|god|bless|blessing|pray|inshallah|swear|kindly|please|pls|plz|pleaseee|beg|begging|ashamed|embarrass*|hate to ask|shy to ask|hate asking|nobody else|no one else|only you|only one|turn to|trust me|don't you trust|trust|good heart|kind heart|kind man|kind person|sir|madam|ma'am|lonely|my family|be my|favour|favor|lifesaver|never forget you|so thankful|forever grateful",
  'a haste':
    "urgent|urgently|hurry|quick|quickly|immediately|asap|right now|today only|tonight only|by tonight|before tonight|until tonight|by tomorrow|before friday|in the next|last chance|final notice|final warning|expires|expire|deadline|ends today|close tonight|limited|few places|don't miss|dont miss|don't wait|clock is ticking|times out|secret|secretly|confidential|discreet|don't tell|dont tell|tell nobody|tell no one|nobody must know|nobody knows|between us|quietly|no questions",
  // Another place to talk
  'an app':
    "whatsapp|whats app|what's app|what'sapp|whatsap|watsapp|wsapp|telegram|tele gram|zangi|viber|wechat|we chat|kakao*|kakaotalk|kik|google chat|hangouts|hangout|gchat|skype|line id|my line|zalo|threema|wickr|imo|botim|icq|session app|discord|tg|qq|imessage|facetime|another app|other app|another application|different app",
  'a network':
    'instagram|insta|ig|snapchat|snap|snaps|facebook|fb|messenger|twitter|tiktok|onlyfans|linkedin|gmail|hotmail|yahoo|yandex|outlook|my page|my site|socials|username|user name|my id|underscore',
  'a number': 'number|digits|mobile|contact|missed call|sms|text me|call me|txt me|ring me|text you|call you',
  'leaving here':
    "this app|this site|this website|this account|this profile|this place|dating app|dating site|here often|on here much|on here often|rarely here|rarely on|hardly here|hardly on|hardly at|not here|not on here|don't come here|off this|off here|elsewhere|delete my|deleting|deactivate|deactivat*|cancel my|cancel it|leaving this|leaving the|leave this|leave the|my subscription|my membership|membership|my trial|free trial|trial|notification|logs me out|log me out|lagging|disconnect*|glitch*|crash*|more private|privately|convenient|comfortable|easier there|there all day|always there|more active|faster there|lose contact|lose you|lose each other|keep contact|stay in touch",
  'to come over':
    'add me|message me|write me|write to me|reach me|find me|hit me|hmu|ping me|dm me|inbox me|contact me|search me|look me up|drop your|drop ur|give me your|give me ur|gimme ur|gimme your|send me your|send me ur|share your|share ur|download|install|switch to|move to|let us go|lets go to|waiting there|i wait|write there|reply there|see you there',
  // What is asked for
  'a paper':
    'passport|licence|license|driver licence|medicare|tfn|tax file|abn|birth certificate|id card|photo id|identity|identification|payslip|pay slip|bank statement|proof of|utility bill|mother name|maiden name|date of birth|birth date|full name|visa grant|selfie with|selfie holding|front and back|both sides|scan of|documents|paperwork|guarantor|letter of invitation|invitation letter|ssn|social security|immi|immiaccount',
  'a secret':
    'password|passcode|pass word|log in|login|sign in|user id|netbank|internet banking|online banking|mygov|pin|pins|cvv|cvc|otp|one time|code|codes|verification code|security code|6 digit|six digit|6 digits|seed phrase|recovery phrase|12 words|private key|remote access|anydesk|teamviewer|access to your|card number|expiry|the expiry|little code|three digits|digits|the numbers on|numbers by|scratchy|the reverse|the digits',
  'an account':
    'your account|ur account|your acc|ur acc|bank account|bank acc|account number|account name|account details|bank details|your bank|ur bank|which bank|what bank|bsb|iban|swift code|your card|ur card|debit card|credit card|card details|direct deposit|payroll|your paypal|her account|his account|in yours|into yours|to yours',
  'a mule':
    'you keep|u keep|keep 10|keep the rest|keep half|your cut|your share|my cut|i take my|remainder|the difference|pass on|pass it on|send the rest|send half|receive payment|receive payments|my business partner|my supplier|contractors|foreign transfer|new labels|e check|deposit it|cash it|withdraw it|draw it|rent your|rent out|borrow your account|use your account|sixty forty|50 50|share it',
  'a check of you':
    'verify|verified|verification|verify you|prove|proof|clearance code|safe number|safety|safe date|background check|police check|age check|age proof|over 18|18+|adult|id check|hookup|dating id|dating pass|badge|vip|membership|register|sign up|sign in|log in|login|click|open the link|follow this|the link|this link|a link|my link|url|web page|enter your|type in|type your|upload|download|install|apk|app from|antivirus|support team|moderator|trust and safety|department|suspend*|banned|complaint|unusual activity|your profile will|vote|contest|premium|cam|webcam|escort|agency|age proof|clear slip|offender|screening|screened|stream',
  'a job':
    'job|jobs|vacancy|hire|hires|hiring|recruit*|remote work|work from home|from home|part time|no experience|no interview|salary|per hour|tasks|task|data entry|captcha*|survey|like and|personal assistant|my pa|assistant|secretary|my manager|hr|agency|visa sponsor*|sponsorship|sponsor|work visa|pr|permanent resid*|migration|immigration|lawyer|lodge|ielts|pte|exam|modelling|portfolio fee|cruise|nanny|fifo|induction|white card|direct hire|on paper|marry',
  'company for money':
    'sugar|sugar baby|sugar daddy|sugar mummy|sugar mommy|sugarbaby|spoil*|pamper*|allowance|stipend|weekly pay|take care of you|taken care of|generous|obedient|boy toy|benefactor|arrangement|mutually beneficial|discreet|no meeting|no need to meet|only chat|just chat|companion|companionship|your bills|your rent|your expenses|your debts|credit card bill|pay off|pay your|cover rent|erase it|finance you|financially|babies|my girls|lonely man|older man|younger man|royalty|deserving|treat like|hook you up',
  'a threat':
    'expose|leak*|post it|post your|post ur|send it to|send to your|send them to|everybody gets|everyone gets|your family|ur family|your boss|ur boss|your mum|ur mum|your mother|your wife|your husband|your friends|your work|your office|your school|your contacts|your facebook|facebook friends|facebook list|followers|screenshot*|screen record|recorded|recording|the video|video of you|your nudes|nudes|naked|your pics|ur pics|your photos|ur photos|pay or|or else|unless|regret|ruin*|destroy|reputation|counting|block me|vanish',

  // Ordinary talk
  'a laugh': 'haha*|hahah*|lol|lmao|hehe*|rofl|ha',
  'going out':
    'coffee|beer|wine|pint|dinner|lunch|brunch|breakfast|drinks|pub|cafe|picnic|dumplings|pizza|walk|hike|beach|movie|film|gig|band|trivia|footy|cricket|dog|cat|kelpie|puppy|garden|cook|cake|barbecue|bbq|concert|game|match|museum|festival|markets',
  telling:
    'asked me|asked my|told me|told mum|tried to|wanted me|got a text|got a call|someone|some guy|some girl|a girl sent|a guy|a friend|my friend|my nan|my mum|my dad|my aunty|my aunt|my uncle sent|my brother|my sister|my boss|my ex|they wanted|they asked|she asked|he asked|scam|scammer|scammed|dodgy|fake|bot|bots|report',
} as const satisfies Record<string, string>

export type WordClass = keyof typeof wordClasses
